"""Collexion a second time, as literally as its rules are written, to be compared with the engine.

Nothing here is shared with the engine and nothing is clever: sets, dicts, and texts for moves.
"""

import copy

SHAPES = "triangle", "square", "pentagon", "octagon"
COLOURS = "green", "yellow", "pink", "blue"
KINDS = [f"{shape}-{colour}" for shape in SHAPES for colour in COLOURS for _ in range(5)]
SETS = {f"colour {colour}": {f"{shape}-{colour}" for shape in SHAPES} for colour in COLOURS} | {
    f"shape {shape}": {f"{shape}-{colour}" for colour in COLOURS} for shape in SHAPES
}


class Oracle:
    """A game of Collexion that goes on from the beginning of a turn."""

    def __init__(self, state):
        """Begin where a state of the engine is, which must be at the beginning of a turn; read what it shows."""
        cover = state.cover
        self.covering, self.covered_by, self.resting, self.touching = (
            {id: set() for id in range(80)} for _ in range(4)
        )
        for upper, lower in cover.covers:
            self.covering[upper].add(lower)
            self.covered_by[lower].add(upper)
        for upper, lower in cover.rests:
            self.resting[lower].add(upper)
        for a, b in cover.touches:
            self.touching[a].add(b)
            self.touching[b].add(a)
        self.edition = state.edition.to_dict()
        self.players = state.setup.players
        self.team = "team" in state.setup.variants
        self.expert = "expert" in state.setup.variants
        self.to_move = state.to_move
        # C3: a round begins with the start player, so those between that one and the player to move are a turn ahead.
        self.turns = [0] * self.players
        seat = state.first
        while seat != state.to_move:
            self.turns[seat] += 1
            seat = (seat + 1) % self.players
        self.left = set(state.left)
        self.collections = [list(some) for some in state.collections]
        self.stacks = {colour: list(some) for colour, some in state.stacks.items()}
        self.markers = [list(some) for some in state.markers]
        self.actions = [set(some) for some in state.actions]
        self.lid = list(state.lid)
        self.over = False
        self.begin_turn()

    def begin_turn(self):
        self.taken = []
        self.phase = "take"
        self.action_played = False
        self.set_scored = False
        self.pair_made = False
        # C16: decided at the end of the turn before
        self.markers_gone = not any(self.stacks.values())

    def copy(self):
        twin = copy.copy(self)
        for name in ("turns", "left", "taken", "lid"):
            setattr(twin, name, copy.copy(getattr(self, name)))
        for name in ("collections", "markers", "actions"):
            setattr(twin, name, [copy.copy(some) for some in getattr(self, name)])
        twin.stacks = {colour: list(some) for colour, some in self.stacks.items()}
        return twin

    # What is reachable

    def covered(self, id):
        return bool(self.covered_by[id] & self.left)

    def loaded(self, id):
        return bool(self.resting[id] & self.left)

    def touched(self, id):
        return bool((self.touching[id] & self.left) - self.covering[id])

    def reachable(self):
        rule = self.edition["reachable"]
        if rule == "unloaded":
            free = {id for id in self.left if not self.loaded(id)}
        elif rule == "untouched":
            free = {id for id in self.left if not self.covered(id) and not self.touched(id)}
        else:
            free = set()
        return free or {id for id in self.left if not self.covered(id)}

    # What is legal

    def legal(self):
        if self.over:
            return set()
        return self.taking_moves() if self.phase == "take" else self.scoring_moves()

    def taking_moves(self):
        reachable = self.reachable()
        moves = set(self.action_moves(reachable))
        if len(self.taken) < 4:
            for id in reachable:
                if not self.taken or set(KINDS[id].split("-")) & set(KINDS[self.taken[-1]].split("-")):
                    moves.add(f"take {id}")
        if self.taken or self.markers_gone or not self.left:
            moves.add("stop")
        if self.taken and self.team:
            moves.add("give-partner")
        return moves

    def scoring_moves(self):
        moves = set()
        if not self.expert and not self.set_scored:
            moves |= set(self.action_moves(self.reachable()))
        complete = [name for name, kinds in SETS.items() if kinds <= set(self.collections[self.to_move])]
        if not complete:
            moves.add("end")
        for name in complete:
            payers = self.payers() if name.startswith("shape") else []
            moves |= {f"score {name} from {colour}" for colour in payers} if payers else {f"score {name}"}
        return moves

    def payers(self):
        filled = {colour: len(some) for colour, some in self.stacks.items() if some}
        if self.edition["shape_set_pays"] == "smallest":
            filled = {colour: size for colour, size in filled.items() if size == min(filled.values())}
        return list(filled)

    def action_moves(self, reachable):
        if self.expert:
            allowed = self.edition["expert_actions"] if self.pair_made else []
        else:
            allowed = [] if self.action_played else self.actions[self.to_move]
        mine = set(self.collections[self.to_move])
        others = [(seat, set(self.collections[seat])) for seat in range(self.players) if seat != self.to_move]
        for action in allowed:
            if action == "remove":
                yield from (f"remove {id}" for id in reachable)
            elif action == "steal":
                yield from (f"steal {seat} {kind}" for seat, theirs in others for kind in theirs)
            elif action == "give":
                yield from (f"give {seat} {kind}" for seat, _ in others for kind in mine)
            else:
                yield from (f"swap {own} {seat} {kind}" for own in mine for seat, theirs in others for kind in theirs)

    # What a move does

    def play(self, text):
        word, *rest = text.split()
        me = self.to_move
        pair_made, self.pair_made = self.pair_made, False
        if word == "take":
            id = int(rest[0])
            self.pair_made = bool(self.taken) and KINDS[id] == KINDS[self.taken[-1]]
            self.left.remove(id)
            self.taken.append(id)
        elif word in ("stop", "give-partner"):
            if word == "give-partner":
                self.collections[{0: 2, 1: 3, 2: 0, 3: 1}[me]].append(KINDS[self.taken.pop()])
            self.collections[me] += [KINDS[id] for id in self.taken]
            self.taken = []
            self.phase = "score"
        elif word in ("remove", "steal", "give", "swap"):
            assert not self.expert or pair_made
            self.play_action(word, rest)
        elif word == "score":
            self.score(rest)
        else:
            self.end_turn()

    def play_action(self, word, rest):
        me = self.to_move
        if word == "remove":
            self.left.remove(int(rest[0]))
            self.lid.append(KINDS[int(rest[0])])
        elif word == "steal":
            self.hand_over(rest[1], int(rest[0]), me)
        elif word == "give":
            self.hand_over(rest[1], me, int(rest[0]))
        else:
            self.hand_over(rest[0], me, int(rest[1]))
            self.hand_over(rest[2], int(rest[1]), me)
        self.action_played = True
        self.actions[me].discard(word)

    def hand_over(self, kind, giver, receiver):
        self.collections[giver].remove(kind)
        self.collections[receiver].append(kind)

    def score(self, rest):
        for kind in SETS[f"{rest[0]} {rest[1]}"]:
            self.collections[self.to_move].remove(kind)
            self.lid.append(kind)
        payer = rest[1] if rest[0] == "colour" else rest[3] if len(rest) == 4 else None
        if payer and self.stacks[payer]:
            self.markers[self.to_move].append(self.stacks[payer].pop())
        self.set_scored = True

    def end_turn(self):
        self.turns[self.to_move] += 1
        # C16, C17: the round is finished, so that all have had the same number of turns
        if (not self.left or not any(self.stacks.values())) and len(set(self.turns)) == 1:
            self.over = True
            return
        self.to_move = (self.to_move + 1) % self.players
        self.begin_turn()

    # The end

    def scores(self):
        return [
            sum(self.markers[seat]) + len(self.actions[seat]) - len(self.collections[seat])
            for seat in range(self.players)
        ]

    def winners(self):
        sides = [[0, 2], [1, 3]] if self.team else [[seat] for seat in range(self.players)]
        scores = self.scores()

        def rank(side):
            return sum(scores[seat] for seat in side), -sum(len(self.collections[seat]) for seat in side)

        best = max(map(rank, sides))
        return sorted(seat for side in sides if rank(side) == best for seat in side)

    def public(self):
        """Return what both must agree on."""
        return {
            "to_move": self.to_move,
            "left": self.left,
            "taken": self.taken,
            "collections": [sorted(some) for some in self.collections],
            "stacks": self.stacks,
            "markers": self.markers,
            "actions": self.actions,
            "lid": sorted(self.lid),
            "scores": self.scores(),
            "winners": self.winners() if self.over else None,
        }


def public(state):
    """Return the same of a state of the engine."""
    return {
        "to_move": state.to_move,
        "left": set(state.left),
        "taken": list(state.taken),
        "collections": [list(some) for some in state.collections],
        "stacks": {colour: list(some) for colour, some in state.stacks.items()},
        "markers": [list(some) for some in state.markers],
        "actions": [set(some) for some in state.actions],
        "lid": list(state.lid),
        "scores": list(state.scores),
        "winners": list(state.outcome.winners) if state.outcome else None,
    }


def leaves(oracle, depth):
    """Count the lines of play of so many moves."""
    moves = oracle.legal()
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        later = oracle.copy()
        later.play(move)
        total += leaves(later, depth - 1)
    return total
