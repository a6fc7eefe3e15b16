"""Plays hands under a rule set, so that the truth is known, and puts labelled faults into them.

`play` gives the hand tables as a reader would, with everything a site states filled in right; `faults` changes one
claim of them; `samples` writes the sample histories. Nothing but the command line and the tests imports this package.
"""

from ofc_audit.simulate.plan import Plan
from ofc_audit.simulate.play import Simulation, play, simulate
from ofc_audit.simulate.rooms import Room, room_of

__all__ = ["Plan", "Room", "Simulation", "play", "room_of", "simulate"]
