"""Makes a failing program small: drops statements, or replaces them by simpler ones, as long as the same check fails.

Larger parts first: functions, then statements from the last to the first, then what stands inside those that are left. A
candidate that does not compile is found by the syntax check of the compiler, which costs a fraction of a whole check.
"""

import os
import subprocess
import time

import check
import generate
from program import Node


def places(node):
    """All (list, index) at which a node can be dropped, outer ones before inner ones, later ones before earlier ones."""
    found = []
    level = [node]
    while level:
        following = []
        for parent in level:
            for block in reversed(parent.blocks):
                for k in reversed(range(len(block))):
                    found.append((block, k))
                    following.append(block[k])
        level = following
    return found


def compiles(program, setting, folder):
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, "candidate.cpp")
    with open(path, "w") as file:
        file.write(generate.translation_unit([program], {}))
    command = [setting.clang, *setting.flags(), "-fsyntax-only", path]
    return subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=120).returncode == 0


def shrink(program, failed_check, setting, folder, seconds=180):
    """Changes the program in place; returns the remaining failure."""
    end = time.monotonic() + seconds

    def failure():
        if not compiles(program, setting, folder + "-syntax"):
            return None
        outcome = check.check_batch([program], setting, folder, only_native=failed_check == "native")
        own = [f for f in outcome.failures if f.check == failed_check]
        return own[0] if own else None

    last = failure()
    if last is None:
        return None
    changed = True
    while changed and time.monotonic() < end:
        changed = False
        for block, k in places(program.root):
            if time.monotonic() >= end:
                break
            if k >= len(block):
                continue
            node = block[k]
            replacements = [None] if node.droppable else []
            if node.simpler is not None and node.simpler != node.head:
                replacements.append(Node(node.simpler))
            if node.blocks and node.droppable:
                replacements.append([n for b in node.blocks for n in b])
            for replacement in replacements:
                block[k:k + 1] = [] if replacement is None else replacement if isinstance(replacement, list) else [replacement]
                found = failure()
                if found is not None:
                    last, changed = found, True
                    break
                block[k:k + (0 if replacement is None else len(replacement) if isinstance(replacement, list) else 1)] = [node]
    return last
