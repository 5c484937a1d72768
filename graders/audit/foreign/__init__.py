"""Are other frameworks' graders right? Our cases are put to their checkers, and to their tasks what must never pass.

Each file needs the framework that it is named after, and imports it only when a grader of it is first used.
"""
