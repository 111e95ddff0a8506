"""`python -m sim` is the command `polypile`."""

import sys

from sim.cli import main

if __name__ == "__main__":
    sys.exit(main())
