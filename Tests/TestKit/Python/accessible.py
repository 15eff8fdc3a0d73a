"""Looks at windows as a screen reader does, over AT-SPI, for as long as its input is open.

Reads requests, each a JSON object on a line, and answers each with such a line: the same "id", and "content" or "failure".

    {"id": 1, "do": "tree"}                                             everything that is on the screen, indented
    {"id": 2, "do": "find", "role": "push button", "name": "Done"}      waits until there is such a control
    {"id": 3, "do": "find", …, "state": "focused"}                      … and until it is in this state: one of STATES
    {"id": 4, "do": "gone", "role": …, "name": …}                       waits until there is none
    {"id": 5, "do": "press", "role": …, "name": …}                      does its first action, once it takes input
    {"id": 6, "do": "place", "role": …, "name": …}                      its middle, in pixels from the corner of its window
    {"id": 7, "do": "size", "role": …, "name": …}                       its width and height, in pixels
    {"id": 8, "do": "answerable", "role": …, "name": …}                 waits until a dialog's control takes input, and keys go there

A name may be the beginning of the control's, except that of an answer. Nothing is waited for longer than two minutes.

It calls programs itself: AT-SPI's library can crash if a window changes while it looks.
"""
import json
import sys
import time
import typing

import gi

gi.require_version("Atspi", "2.0")
import dbus  # noqa: E402
from gi.repository import Atspi  # noqa: E402

# Seconds: other work can take the processor time.
PATIENCE = 120
# Seconds that a program may take for one answer.
ANSWER = 60
ACCESSIBLE = "org.a11y.atspi.Accessible"
DESKTOP = ("org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root")
SHOWN = ["SHOWING", "FOCUSED", "CHECKED", "SELECTED", "SENSITIVE", "FOCUSABLE"]
STATES = {
    "there": lambda control: True,
    "focused": lambda control: control.has("FOCUSED") and control.gets_keys(),
    "insensitive": lambda control: not control.has("SENSITIVE"),
    "sensitive": lambda control: control.has("SENSITIVE"),
    # Keys and clicks reach it.
    "ready": lambda control: control.has("SENSITIVE") and control.gets_keys(),
    # A window, to which keys go.
    "active": lambda control: control.has("ACTIVE"),
}


class Failed(Exception):
    """A request that cannot be carried out, with the sentence that says why."""


def connect():
    """Returns a connection to the bus of accessibility, once there is one."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            session = dbus.bus.BusConnection(dbus.bus.BUS_SESSION)
            session.set_exit_on_disconnect(False)
            address = session.call_blocking(
                "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", "", (), ANSWER)
            return dbus.bus.BusConnection(address)
        except dbus.DBusException:
            if time.monotonic() > end:
                raise
            time.sleep(0.1)


BUS = connect()


def ask(calls):
    """Returns the answers to calls that are made all at once.

    Each call is a reference to a control, an interface, a method, the signature of its arguments and these.
    """
    answers, failures = {}, []

    def call(index, reference, *rest):
        def answered(answer=None):
            answers[index] = answer

        return BUS.call_async(*reference, *rest, answered, failures.append, ANSWER, require_main_loop=False)

    for pending in [call(index, *each) for index, each in enumerate(calls)]:
        pending.block()
    if failures:
        raise failures[0]
    return [answers[index] for index in range(len(calls))]


def accessible(control, method, *arguments):
    return control.reference, ACCESSIBLE, method, "i" * len(arguments), arguments


def value(control, name):
    return control.reference, "org.freedesktop.DBus.Properties", "Get", "ss", (ACCESSIBLE, name)


class Control:
    """Something on the screen, as it was when it was looked at."""

    def __init__(self, reference, parent=None):
        self.reference, self.parent, self.parts = reference, parent, []
        self.depth = parent.depth + 1 if parent else 0
        self.window = self if self.depth < 3 else parent.window
        self.states, self.role, self.name = 0, "", ""

    def has(self, state):
        return self.states >> int(getattr(Atspi.StateType, state)) & 1

    def is_in(self, states):
        """Takes its states, of a control below a program. Returns whether it can be seen."""
        low, high = states
        self.states = low | high << 32
        # GTK says of a control alone, and not of those in it, that it takes no input.
        if self.depth > 2 and not self.parent.has("SENSITIVE"):
            self.states &= ~(1 << int(Atspi.StateType.SENSITIVE))
        return self.has("VISIBLE")

    def gets_keys(self):
        """Whether its window does. GTK says so of frames alone; in any other window, a control has the focus."""
        if self.window.role == "frame":
            return self.window.has("ACTIVE")
        return any(part.has("FOCUSED") for part in self.window.everything())

    def everything(self):
        yield self
        for part in self.parts:
            yield from part.everything()

    def box(self):
        """Its place in its window: left, top, width and height."""
        return ask([(self.reference, "org.a11y.atspi.Component", "GetExtents", "u", (int(Atspi.CoordType.WINDOW),))])[0]

    def __str__(self):
        return f"{self.role} '{self.name}' {' '.join(state.lower() for state in SHOWN if self.has(state))}"


class Item(typing.NamedTuple):
    """A control as its program's cache describes it."""
    reference: tuple
    program: tuple
    parent: tuple
    place: int
    count: int
    interfaces: list
    name: str
    role: int
    description: str
    states: list


def add_everything(program):
    """Adds to a program everything in it that can be seen.

    GTK describes all its controls in one answer: those that somebody has asked for, and also those that have been hidden since.
    So the parts of each are asked for, and then the description again if it lacks some.
    """
    def described():
        answer, = ask([((program.reference[0], "/org/a11y/atspi/cache"), "org.a11y.atspi.Cache", "GetItems", "", ())])
        return {item.reference: item for item in map(Item._make, answer)}

    items, parts, level = described(), {}, [program.reference]
    while level:
        # The answer has no count for the program itself.
        unknown = [reference for reference in level if reference not in items or reference == program.reference]
        counts = {reference: items[reference].count for reference in level if reference in items}
        counts |= zip(unknown, ask([value(Control(reference), "ChildCount") for reference in unknown]))
        places = [(reference, place) for reference in level for place in range(counts[reference])]
        answers = ask([accessible(Control(reference), "GetChildAtIndex", place) for reference, place in places])
        level = [part for part in answers if not part[1].endswith("/null")]
        for (reference, _), part in zip(places, answers):
            parts.setdefault(reference, []).append(part)
    if any(part not in items for found in parts.values() for part in found):
        items = described()

    def add(control):
        for reference in parts.get(control.reference, []):
            part, item = Control(reference, control), items.get(reference)
            if item and part.is_in(item.states):
                part.role, part.name = Atspi.role_get_name(Atspi.Role(item.role)), item.name
                control.parts.append(part)
                add(part)

    add(program)


def screen():
    """Returns the desktop with everything that can be seen."""
    desktop = Control(DESKTOP)
    desktop.role, desktop.name = "desktop frame", "main"
    count, = ask([value(desktop, "ChildCount")])
    for reference in ask([accessible(desktop, "GetChildAtIndex", place) for place in range(count)]):
        program = Control(reference, desktop)
        program.role, program.name = "application", ask([value(program, "Name")])[0]
        desktop.parts.append(program)
        add_everything(program)
    return desktop


def eventually(look, complaint):
    """Returns what a look finds, once it finds something. A look fails if a window changes meanwhile."""
    end = time.monotonic() + PATIENCE
    failure, pause = "", 0.02
    while time.monotonic() < end:
        try:
            if (found := look()) is not None:
                return found
        except dbus.DBusException as error:
            failure = f" ({error.get_dbus_message()})"
        time.sleep(pause)
        pause = min(2 * pause, 0.1)
    raise Failed(complaint + failure)


def tree():
    return eventually(
        lambda: "\n".join("  " * control.depth + str(control) for control in screen().everything()),
        "the windows change all the time")


def look(role, name, state="there"):
    for control in screen().everything():
        if control.role == role and control.name.startswith(name) and STATES[state](control):
            return control
    return None


def find(role, name, state="there"):
    try:
        return eventually(lambda: look(role, name, state), f"no {role} '{name}' is {state}")
    except Failed as failed:
        raise Failed(f"{failed}\n{tree()}") from failed


def gone(role, name):
    eventually(lambda: None if look(role, name) else "", f"there is still a {role} '{name}'")


def answerable(role, name):
    """A control behind the dialog may have the same name, and takes input until the dialog is there."""
    def answer():
        for control in screen().everything():
            if control.role == role and control.name == name and control.window.role == "dialog":
                if control.has("SENSITIVE") and control.gets_keys():
                    return control
        return None

    try:
        eventually(answer, f"no {role} '{name}' of a dialog takes an answer")
    except Failed as failed:
        raise Failed(f"{failed}\n{tree()}") from failed


def press(role, name):
    """Does nothing to a control that takes no input any more: it is looked for again."""
    def act():
        control = look(role, name, "sensitive")
        if control is None:
            return None
        try:
            is_done, = ask([(control.reference, "org.a11y.atspi.Action", "DoAction", "i", (0,))])
        except dbus.DBusException as error:
            # Whether it was pressed is unknown.
            if "NoReply" in error.get_dbus_name():
                raise Failed(f"{control} gives no answer: {error.get_dbus_message()}") from error
            raise
        return control if is_done else None

    try:
        eventually(act, f"no {role} '{name}' can be pressed")
    except Failed as failed:
        raise Failed(f"{failed}\n{tree()}") from failed


def shown_box(role, name):
    """Returns the place of the first such control that has a size. Those of a page that was never shown have none."""
    find(role, name)
    found = (control for control in screen().everything() if control.role == role and control.name.startswith(name))
    boxes = [control.box() for control in found]
    return next((box for box in boxes if box[2] > 0 and box[3] > 0), boxes[0] if boxes else None)


def place(role, name):
    left, top, width, height = eventually(lambda: shown_box(role, name), f"{role} '{name}' has no place")
    return f"{left + width // 2} {top + height // 2}"


def size(role, name):
    _, _, width, height = find(role, name).box()
    return f"{width} {height}"


def main():
    commands = {function.__name__: function for function in (tree, find, gone, press, place, size, answerable)}
    for line in sys.stdin:
        request = json.loads(line)
        answer = {"id": request.pop("id")}
        try:
            content = commands[request.pop("do")](**request)
            answer["content"] = content if isinstance(content, str) else ""
        except (Failed, dbus.DBusException, KeyError, TypeError) as error:
            answer["failure"] = str(error)
        print(json.dumps(answer), flush=True)


main()
