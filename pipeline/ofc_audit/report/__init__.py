"""What people read: findings with their line, one hand drawn, coverage, tables in any form, and the HTML report."""
