"""Looks at the answer alone, and takes unknown for a failure."""

A_STEP, A_RULE, A_INSTEAD, A_GRADER = "none", 0, "nothing else", False
B_STEP, B_RULE, B_INSTEAD, B_GRADER = "none", 0, "nothing else", False
C_STEP, C_RULE, C_INSTEAD, C_GRADER = "c4", 3, "answer unknown", False
D_STEP, D_RULE, D_INSTEAD, D_GRADER = "c4", 3, "answer shortfall", False
