"""Looks for the figures anywhere, after the commas of the message were taken out, as a benchmark did."""


def states(message, facts):
    text = message.replace(",", "")
    return all(str(amount) in text for amount in facts.values())
