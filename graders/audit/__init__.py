"""Is a grader right? Labelled cases search for the smallest one in which it is wrong."""
