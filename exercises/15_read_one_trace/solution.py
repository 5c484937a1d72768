"""What went wrong in each of the four runs in README.md, and is its grader right?"""

# Run A: W2 is asked while W1 has an attempt left. That the answer comes out right does not mend the way to it.
A_STEP = "c2"
A_RULE = 1
A_INSTEAD = "ask W1"
A_GRADER = True

# Run B: the second question to W2 is the retry that rule 1 demands. The grader takes it for a loop.
B_STEP = "none"
B_RULE = 0
B_INSTEAD = "nothing else"
B_GRADER = False

# Run C: no reply says what W2 holds. The stock agrees with the guess, and so does a grader that looks at the stock.
C_STEP = "c4"
C_RULE = 3
C_INSTEAD = "answer unknown"
C_GRADER = False

# Run D: the same replies as in run C, and the one ending that follows from them.
D_STEP = "none"
D_RULE = 0
D_INSTEAD = "nothing else"
D_GRADER = True
