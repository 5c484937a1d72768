"""How does one learn to evaluate agents? By writing small graders that hidden faulty agents try to slip past."""
