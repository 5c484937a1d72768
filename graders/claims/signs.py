"""What stands in a shape in the place of a number or a name? One character of private use each."""

WHOLE = "\ue001"  # a whole number
FRACTION = "\ue002"
OPEN = "\ue003"  # a number that can be read in several ways, or in none
CODE = "\ue004"  # a number that a service also answers instead of figures, such as 429
OTHER = "\ue005"  # a date, a time of day, money, percent: no quantity
WAREHOUSE = "\ue006"
SKU = "\ue007"
NAME = "\ue008"  # any other name

NUMBERS = (WHOLE, FRACTION, OPEN, CODE)
ALL = f"{WHOLE}-{NAME}"  # as the range of a pattern
