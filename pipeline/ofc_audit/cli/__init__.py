"""The command line: each command parses its options, calls one function and maps the result to an exit status."""
