"""Single combats and procedures, judged by the steps of the rulebook."""
