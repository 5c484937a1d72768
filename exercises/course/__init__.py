"""How is the course run? Exercises, a learner's folder, and checks that run the learner's code apart."""
