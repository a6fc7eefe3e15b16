"""The program for `spark-submit`, which begins a file: `spark-submit … submit.py run PATH… --out DIR --engine spark`."""

from ofc_audit.cli.main import main

if __name__ == "__main__":
    main()
