"""`polypile reach`: what can be taken from a pile, and why the rest cannot."""

from __future__ import annotations

import argparse
import json

from sim import table
from sim.commands import files, options
from sim.pile import RULES

HELP = "say which pieces of a saved pile can be taken"
MORE = (
    " Uncovered: no other piece covers it, seen from above. Unloaded: no other piece presses on it. Untouched: it is "
    "uncovered and touches nothing but pieces that it covers."
)


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "pile",
        type=options.file_name,
        metavar="FILE",
        help="a pile that `polypile shake --out` saved; - for standard input",
    )
    parser.add_argument("--rule", choices=RULES, default=RULES[0], help=f"what can be taken ({RULES[0]})")
    parser.add_argument("--taken", type=options.ids, default=(), metavar="IDS", help="pieces already taken: 3,17,41")
    parser.add_argument("--why", type=options.integer, metavar="ID", help="say why this piece can or cannot be taken")
    parser.add_argument("--json", action="store_true", help="write JSON")


def run(arguments: argparse.Namespace) -> int:
    """Do what the options ask for."""
    rule, taken = arguments.rule, frozenset(arguments.taken)
    pile = files.read_pile(arguments.pile)
    cover = table.survey(pile)
    free = cover.reachable(rule, taken)
    answer: dict[str, object] = {"rule": rule, "taken": sorted(taken)}
    if arguments.why is not None:
        id = arguments.why
        sentence = cover.why(id, rule, taken)
        blockers = () if id in taken else cover.blockers(id, rule, taken)
        answer |= {"id": id, "reachable": id in free, "blockers": blockers, "why": sentence}
        lines = [f"{pile[id].kind} {sentence}"]
    else:
        answer |= {"reachable": free}
        lines = [f"{len(free)} of {options.counted(len(pile) - len(taken), 'piece')} can be taken ({rule}):"]
        lines += [f"{id:6d}  {pile[id].kind}" for id in free]
    print(json.dumps(answer) if arguments.json else "\n".join(lines))
    return 0
