#!/usr/bin/python3
"""Runs commands of a document in one shell, as a person types them. scripts/demo starts it as its shell.

COMMANDS names a file with a JSON list, RESULTS the file for what comes of it. Each command is an object: 'text', and if the command
does not end by itself 'until', a command that succeeds once the first one does what it should. The working folder is new, and has links
to the folders of the source. There is a display.
"""
import json
import os
import shutil
import subprocess
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
MARK = "=== ended with "


def display():
    """Starts a display; returns it, and what programs need to show windows there."""
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["setpriv", "--pdeathsig", "KILL", "Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x1000x24", "-nolisten", "tcp"],
        pass_fds=[writing], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(writing)
    with os.fdopen(reading) as number:
        name = ":" + number.readline().strip()
    return server, {"DISPLAY": name, "GDK_BACKEND": "x11", "GSK_RENDERER": "cairo", "GSETTINGS_BACKEND": "memory"}


def folder():
    """Makes the working folder."""
    work = tempfile.mkdtemp(prefix="work-")
    for name in ("scripts", "examples", "dbus", "po"):
        os.symlink(os.path.join(ROOT, name), os.path.join(work, name))
    os.makedirs(os.path.join(work, ".build"))
    os.symlink(os.path.dirname(shutil.which("filmgatectl")), os.path.join(work, ".build", "release"))
    return work


def script(command):
    if "until" not in command:
        return command["text"]
    # The command in the background, until what it does is seen.
    return (f"{command['text'].removesuffix('&')} & started=$!\n"
            f"for _ in $(seq 600); do if {command['until']}; then seen=yes; break; fi; sleep 0.1; done >/dev/null 2>&1\n"
            f"kill $started; wait $started 2>/dev/null; [ \"$seen\" = yes ] && unset seen\n")


def run(shell, command):
    """Returns the exit code and what was written; ends the session if the command takes too long."""
    shell.stdin.write(f"{{ {script(command)}\n}} </dev/null\nprintf '\\n{MARK}%s\\n' $?\n")
    shell.stdin.flush()
    lines = []
    for line in shell.stdout:
        if line.startswith(MARK):
            return int(line[len(MARK):]), "".join(lines).rstrip("\n")
        lines.append(line)
    return -1, "".join(lines)


def main():
    with open(os.environ["COMMANDS"], encoding="utf-8") as file:
        commands = json.load(file)
    server, variables = display()
    runtime = tempfile.mkdtemp(prefix="run-")
    work = folder()
    shell = subprocess.Popen(
        ["timeout", "--foreground", "900", "bash"], cwd=work, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, errors="replace", env={**os.environ, **variables, "SHELL": "/bin/bash", "XDG_RUNTIME_DIR": runtime, "ROOT": ROOT})
    results = []
    for command in commands:
        code, output = run(shell, command)
        results.append({"text": command["text"], "code": code, "output": output})
    shell.stdin.close()
    shell.wait()
    server.terminate()
    server.wait()
    with open(os.environ["RESULTS"], "w", encoding="utf-8") as file:
        json.dump(results, file)


if __name__ == "__main__":
    main()
