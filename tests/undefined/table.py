"""The rows of the corpus, and the sources that are made of them.

A row is one program text that stands for two tests. Where they differ it says `«bad | good»`: the bad test has undefined behaviour
for some inputs, its twin for none. The line that is undefined is marked `// BUG`. The text has a function `Put`, whose
parameters are the inputs; what follows a line `--- other` goes into a second translation unit.

Each test gets a namespace of its own, so that many of them share a translation unit. The same text is compiled for forall and
natively; undefined.h is the difference.
"""

import dataclasses
import json
import re
import struct

VARIANTS = ("Bad", "Good")
CHOICE = re.compile(r"«([^«»]*)»")
INCLUDES = '#include "undefined.h"\n'

# How forall may call each kind of undefined behaviour. Signals are as good where the machine itself notices.
FAULTS = {
    "bounds": {"out of bounds"},
    "scope": {"use after scope", "use after free", "use after return"},
    "freed": {"use after free"},
    "bad free": {"bad free"},
    "mismatch": {"mismatched free"},
    "leak": {"leak"},
    "null": {"null dereference", "null argument", "segmentation fault"},
    "overflow": {"signed overflow"},
    "division": {"division by zero", "signed overflow", "arithmetic signal"},
    "shift": {"invalid shift"},
    "float": {"float out of range of the integer"},
    "return": {"missing return"},
    "unreachable": {"unreachable code reached"},
    "align": {"misaligned access"},
    "bool": {"invalid bool"},
    "enum": {"invalid enum"},
    "pointer": {"pointer out of bounds", "pointer overflow", "out of bounds", "null dereference"},
    "pointers": {"unrelated pointers", "out of bounds"},
    "order": set(),
    "overlap": {"overlapping copy"},
    "constant": {"write to a constant", "segmentation fault", "out of bounds"},
    "builtin": {"invalid builtin argument", "failed check"},
    "length": {"invalid length", "out of bounds", "failed check"},
    "precondition": {"abort", "out of bounds", "null dereference", "failed check"},
    "uninitialised": {"uninitialised value", "uninitialized value", "undefined value"},
    "aliasing": {"aliasing", "strict aliasing", "wrong type"},
    "type": {"wrong type", "abort", "terminate", "failed check", "invalid virtual call", "wrong function type", "use after scope", "use after free"},
    "stack": {"stack overflow", "segmentation fault"},
    "endless": {"endless loop"},
    "exception": {"threw", "length error"},
    "character": {"out of bounds", "invalid character", "segmentation fault", "failed check"},
}

# Behaviour that is unspecified, not undefined: the ledger says so, and the verdict is open.
LEDGERS = {"order": "unspecified-value"}

# What confirms natively that a row is right: sanitizers of clang, the assertions and the debug mode of libstdc++, the clock, or nothing at all.
JUDGES = ("address", "memory", "assertions", "debug", "clock", "nothing")


@dataclasses.dataclass
class Row:
    name: str
    kind: str
    judge: str
    witness: tuple  # inputs for which the bad test is undefined
    text: str
    note: str = ""  # why there is no judge
    leaks: bool = False  # the judge looks for leaks

    def __post_init__(self):
        assert self.kind in FAULTS and self.judge in JUDGES, self.name
        assert re.fullmatch(r"[a-z0-9_]+", self.name), self.name
        assert "// BUG" in self.text and "«" in self.text, self.name
        assert self.note or self.judge != "nothing", self.name
        self.parameters = parameters_of(self.text)

    @property
    def is_in_two(self):
        return "--- other" in self.text

    @property
    def suite(self):
        return "".join(word.capitalize() for word in self.name.split("_"))

    def parts(self, variant):
        """The text of a variant: for the first and for the second translation unit."""
        text = re.sub(r"\bPut\b", variant, CHOICE.sub(lambda m: choose(m, variant), self.text))
        first, _, second = text.partition("--- other\n")
        return first.strip("\n") + "\n", second.strip("\n")


def choose(match, variant):
    bad, good = f" {match[1]} ".split(" | ", 1)
    return (bad if variant == "Bad" else good).strip()


# What the catalog of PUTs says of a type: spelling, abi::ScalarKind by name, bits.
SCALARS = {
    "unsigned char": ("unsigned char", "UChar", 8), "unsigned short": ("unsigned short", "UShort", 16), "int": ("int", "Int", 32),
    "unsigned": ("unsigned int", "UInt", 32), "std::int64_t": ("long", "Long", 64), "std::uint64_t": ("unsigned long", "ULong", 64),
    "float": ("float", "Float", 32), "double": ("double", "Double", 64),
}


def parameters_of(text):
    """(name, type, number of elements or 0) of each parameter of Put."""
    head = re.search(r"void Put\((.*?)\)", text)
    result = []
    for parameter in re.split(r",\s*(?![^<]*>)", head[1]):
        type_, name = parameter.rsplit(" ", 1)
        array = re.fullmatch(r"std::array<(.*),\s*(\d+)>", type_)
        result.append((name, array[1], int(array[2])) if array else (name, type_, 0))
    return result


def input_names(parameters):
    return [n for name, _, count in parameters for n in ([f"{name}[{k}]" for k in range(count)] if count else [name])]


def words_of(row, inputs):
    """The words of the command line that stand for inputs by name, as forall reports them."""
    return [number_text(inputs[name], type_) for parameter in row.parameters for type_ in [parameter[1]] for name in input_names([parameter])]


def number_text(value, type_):
    """forall reports the bits of a floating-point number."""
    layout = {"float": ("I", "f", 32), "double": ("Q", "d", 64)}.get(type_)
    if not layout:
        return str(value)
    return repr(struct.unpack(layout[1], struct.pack(layout[0], int(value) & (1 << layout[2]) - 1))[0])


def registration(suite, put, parameters, line):
    """The line of source that registers a test."""
    described = []
    for name, type_, count in parameters:
        spelling, scalar, width = SCALARS[type_]
        element = {"kind": "scalar", "spelling": spelling, "scalar": scalar, "width": width}
        described.append({"name": name, "type": {"kind": "array", "spelling": f"std::array<{spelling}, {count}>", "is_std_array": True,
                                                 "count": count, "element": element} if count else element})
    catalog = json.dumps({"suite": suite, "name": put, "file": "undefined.cpp", "line": line, "is_fixture": False, "parameters": described,
                          "throws": "", "bounds": {}, "seeds": []})
    names = ", ".join(json.dumps(name) for name in input_names(parameters))
    return f"UNDEFINED_TEST({suite}, {put}, {json.dumps(catalog)}, {names})\n"


def unit(rows, variants=VARIANTS):
    """(first source, second source, lines): `lines[row name]` are the (source, line) marked in the bad variant."""
    texts, lines = [INCLUDES, INCLUDES], {row.name: set() for row in rows}
    for row in rows:
        for variant in variants:
            for k, part in enumerate(row.parts(variant)):
                if not part:
                    continue
                texts[k] += f"\nnamespace {row.name}_{variant} {{\n"
                first_line = texts[k].count("\n") + 1
                if variant == "Bad":
                    lines[row.name] |= {(k, first_line + n) for n, line in enumerate(part.splitlines()) if "// BUG" in line}
                texts[k] += part + ("\n" if not part.endswith("\n") else "")
                if k == 0:
                    texts[k] += registration(row.suite, variant, row.parameters, first_line)
                texts[k] += "}\n"
    return texts[0], texts[1], lines


def all_rows():
    from rows import allocation, arithmetic, bounds, control, destroyed, library, lifetime, member_arrays, pointers, standard, types, uninitialised
    rows = [row for part in (bounds, library, lifetime, allocation, pointers, types, arithmetic, standard, uninitialised, control,
                              destroyed, member_arrays)
            for row in part.ROWS]
    names = [row.name for row in rows]
    assert len(set(names)) == len(names), sorted(n for n in names if names.count(n) > 1)
    return rows
