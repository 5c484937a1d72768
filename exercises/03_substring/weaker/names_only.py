"""Is content where every role is named, as long as nothing is denied in full letters or left open."""


def states(message, facts):
    text = message.lower()
    return all(role in text for role in facts) and not any(word in text for word in (" is not ", " or "))
