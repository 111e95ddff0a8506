"""`python -m sim` is the command `polypile`. Nothing is imported before an interrupt would be told in one line."""

import signal
import sys
from collections import namedtuple


def main() -> int:
    """Run the command line in a process of its own and return the exit status."""
    try:
        from sim import cli

        return cli.main()
    except KeyboardInterrupt:
        _leave()
        if sys.stderr is not None:  # it is None where the shell has closed it
            print("polypile: interrupted", file=sys.stderr)
        return 130
    finally:
        _leave()


def _leave() -> None:
    """Heed no more interrupts: they would only break off what is ending anyway.

    Where one came in the midst of code that is made on the way, as it is for dataclasses, Python ends itself by that
    signal, whoever has heeded it; but not where such code has come to its end since, as it does for a named tuple.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    namedtuple("Ended", ())


if __name__ == "__main__":
    sys.exit(main())
