"""Takes the first thing that looks bad, a timeout, for the fault."""

A_STEP, A_RULE, A_INSTEAD, A_GRADER = "c1", 1, "ask W2", True
B_STEP, B_RULE, B_INSTEAD, B_GRADER = "c2", 1, "ask W2", True
C_STEP, C_RULE, C_INSTEAD, C_GRADER = "c2", 4, "ask W2", False
D_STEP, D_RULE, D_INSTEAD, D_GRADER = "c2", 4, "ask W2", False
