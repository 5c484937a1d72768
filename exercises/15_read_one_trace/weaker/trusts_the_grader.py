"""Finds what the grader says, and nothing else."""

A_STEP, A_RULE, A_INSTEAD, A_GRADER = "c4", 3, "answer unknown", True
B_STEP, B_RULE, B_INSTEAD, B_GRADER = "c3", 1, "answer unknown", True
C_STEP, C_RULE, C_INSTEAD, C_GRADER = "none", 0, "nothing else", True
D_STEP, D_RULE, D_INSTEAD, D_GRADER = "none", 0, "nothing else", True
