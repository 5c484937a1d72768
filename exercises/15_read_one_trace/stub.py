"""What went wrong in each of the four runs in README.md, and is its grader right?"""

# For each run:
#   STEP      the first step that breaks a rule: "c1", "c2", ...; "none" if no step does
#   RULE      the number of the rule that it breaks, 1 to 5; 0 if none
#   INSTEAD   what the agent should have done at that step: "ask W1", "ask W2", "answer found", "answer shortfall" or
#             "answer unknown"; "nothing else" if the run is right
#   GRADER    whether the grader's word on the run is right: True or False

# Run A
A_STEP = None
A_RULE = None
A_INSTEAD = None
A_GRADER = None

# Run B
B_STEP = None
B_RULE = None
B_INSTEAD = None
B_GRADER = None

# Run C
C_STEP = None
C_RULE = None
C_INSTEAD = None
C_GRADER = None

# Run D
D_STEP = None
D_RULE = None
D_INSTEAD = None
D_GRADER = None
