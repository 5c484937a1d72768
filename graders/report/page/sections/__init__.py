"""What does each section of a report hold on a page? Parts for the templates, in the order of the report."""
