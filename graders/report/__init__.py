"""What do many runs come to, told so that a person can decide on it?"""
