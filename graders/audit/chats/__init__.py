"""Lists of chat messages with tool calls: how are they read, written, edited, and put to a grader?"""
