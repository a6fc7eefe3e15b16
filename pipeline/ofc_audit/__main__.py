"""`python -m ofc_audit`, where the folder of scripts is not on the path."""

from ofc_audit.cli.main import main

if __name__ == "__main__":
    main()
