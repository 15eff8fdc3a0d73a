"""Looks at windows as a screen reader does, over AT-SPI.

    accessible.py tree              everything that is on the screen, indented: role, name, states
    accessible.py wait ROLE NAME    waits until such a control is there
    accessible.py focus ROLE NAME   waits until such a control has the focus of the keyboard
    accessible.py gone ROLE NAME    waits until there is none
    accessible.py press ROLE NAME   does its first action, once it is enabled
    accessible.py place ROLE NAME   the middle of it, in pixels from the corner of its window
    accessible.py size ROLE NAME    its width and height, in pixels

A name may be the beginning of the control's. Ends with 1 if there is none within a minute, or still one.
"""
import sys
import time

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

STATES = ["SHOWING", "FOCUSED", "CHECKED", "SELECTED", "SENSITIVE", "FOCUSABLE"]
# Seconds: other work can take the processor time.
PATIENCE = 60


def children(node):
    for index in range(node.get_child_count()):
        child = node.get_child_at_index(index)
        if child is not None:
            yield child


def walk(node, depth=0):
    states = node.get_state_set()
    if depth > 1 and not states.contains(Atspi.StateType.VISIBLE):
        return
    yield node, depth
    for child in children(node):
        yield from walk(child, depth + 1)


def everything():
    Atspi.get_desktop(0).clear_cache()
    for node, depth in walk(Atspi.get_desktop(0)):
        yield node, depth


def described(node):
    states = node.get_state_set()
    words = [name.lower() for name in STATES if states.contains(getattr(Atspi.StateType, name))]
    return f"{node.get_role_name()} '{node.get_name()}' {' '.join(words)}"


def find(role, name, state=None):
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            for node, _ in everything():
                if node.get_role_name() == role and node.get_name().startswith(name):
                    if state is None or node.get_state_set().contains(state):
                        return node
        except GLib.Error:
            pass
        time.sleep(0.1)
    tree()
    sys.exit(f"there is no {role} '{name}'")


def wait_until_gone(role, name):
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            if not any(node.get_role_name() == role and node.get_name().startswith(name) for node, _ in everything()):
                return
        except GLib.Error:
            pass
        time.sleep(0.1)
    tree()
    sys.exit(f"there is still a {role} '{name}'")


def tree():
    for node, depth in everything():
        print("  " * depth + described(node))


def main():
    command, *rest = sys.argv[1:]
    if command == "tree":
        tree()
    elif command == "wait":
        find(*rest)
    elif command == "focus":
        find(*rest, Atspi.StateType.FOCUSED)
    elif command == "gone":
        wait_until_gone(*rest)
    elif command == "press":
        node = find(*rest, Atspi.StateType.SENSITIVE)
        if node.get_n_actions() == 0:
            sys.exit(f"{described(node)} has no action")
        node.do_action(0)
    elif command == "place":
        box = find(*rest).get_extents(Atspi.CoordType.WINDOW)
        print(box.x + box.width // 2, box.y + box.height // 2)
    elif command == "size":
        box = find(*rest).get_extents(Atspi.CoordType.WINDOW)
        print(box.width, box.height)
    else:
        sys.exit(__doc__)


main()
