"""Which numbers do the texts hold, and how do they come about?"""

from fractions import Fraction

from graders.metrics.passing import known_pass_at_k, known_pass_hat_k, pass_at_k, pass_hat_k

NUMBERS = [
    ("3/10", str(pass_hat_k(3, 5, 2))),
    ("9/10", str(pass_at_k(3, 5, 2))),
    ("2/5", str(pass_hat_k(4, 5, 3))),
    (".992", f"{float(known_pass_at_k(Fraction(4, 5), 3)):.3f}".lstrip("0")),
    (".512", f"{float(known_pass_hat_k(Fraction(4, 5), 3)):.3f}".lstrip("0")),
]
