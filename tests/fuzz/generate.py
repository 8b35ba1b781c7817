#!/usr/bin/env python3
"""From a seed to a program, and from programs to the text of a translation unit.

A program is a few types, globals and helper functions and an entry function over one to three inputs. Small programs have at
most 4096 inputs, so brute force knows all their behaviours; the inputs of wide ones range over their whole types. An
`exhaustive` program is one function over two inputs of 6 bits.
"""

import json
import random

from c_library import C_LIBRARY, CLibrary
from language import CORE, Language
from library import STANDARD, Library
from program import FLOATS, INPUTS, INTEGERS, NAMES, Expressions, Input, Node, literal
from unguarded import Unguarded

NOTHING = 987654321987654321  # a result that no program has


class Program(Language, Library, CLibrary, Expressions):
    """One random program; `root` is its tree, `inputs` what its PUT ranges over."""

    def __init__(self, seed, floats=False, exhaustive=False):
        self.seed, self.floats, self.exhaustive = seed, floats, exhaustive
        self.rng = random.Random(seed)
        self.counter = self.marks = 0
        self.forks = False
        self.helpers, self.globals = [], []
        self.is_small = self.is_always_small() or self.rng.random() < 0.65
        self.inputs = self.choose_inputs()
        self.weights = dict(CORE)
        if self.rng.random() < 0.7:
            self.weights.update(STANDARD)
        if self.rng.random() < 0.4:
            self.weights.update(C_LIBRARY)
        if self.rng.random() < 0.3:
            self.weights["risk"] = 5
        if self.rng.random() < 0.15:
            self.weights["escape"] = 3
        self.prepare()
        blocks = [self.types(), self.make_globals(), *[[self.helper(k)] for k in range(0 if exhaustive else self.rng.randint(0, 3))], [self.entry()]]
        self.root = Node("", blocks, droppable=False)

    @property
    def name(self):
        return f"P{self.seed}"

    def is_always_small(self):
        return self.exhaustive

    def prepare(self):
        """Settles what kinds of statements there are."""

    # ---- the frame

    def choose_inputs(self):
        rng, inputs = self.rng, []
        if self.exhaustive:
            return [Input(name, rng.choice(["int32_t", "int32_t", "uint8_t", "int64_t"]), 0, 63) for name in "ab"]
        if self.is_small:
            sizes = rng.choice([(63, 63), (63, 63), (15, 15, 15), (1, 63, 15), (255,), (3, 255)])
            for name, top in zip("abc", sizes):
                if top == 1:
                    inputs.append(Input(name, "bool", 0, 1))
                    continue
                kind = rng.choice([k for k in NAMES if top < 128 or k != "int8_t"])
                low = -(top // 2) if INTEGERS[kind][1] and rng.random() < 0.4 else 0
                inputs.append(Input(name, kind, low, low + top))
            return inputs
        for name in "abc"[:rng.randint(1, 3)]:
            kind = rng.choice([*NAMES, "bool", "uint8_t", "int32_t"] + (FLOATS * 3 if self.floats else []))
            if kind in FLOATS:
                inputs.append(Input(name, kind, 0, 0))
                continue
            bits, is_signed = INTEGERS.get(kind, (1, False))
            low = -2**(bits - 1) if is_signed else 0
            inputs.append(Input(name, kind, low, low + 2**bits - 1))
        return inputs

    def types(self):
        rng = self.rng
        kinds = NAMES + (FLOATS if self.floats else [])
        inner = [(f"i{k}", rng.choice(kinds)) for k in range(rng.randint(1, 3))]
        own = [(f"f{k}", rng.choice(kinds)) for k in range(rng.randint(1, 4))]
        element, count = rng.choice(kinds), rng.randint(1, 4)
        self.bit_fields = {"bits"}
        self.fields = [*own, *[(f"inner.{n}", k) for n, k in inner], (f"row[{rng.randint(0, count - 1)}]", element), ("bits", "uint32_t")]
        text = " ".join(f"{k} {n};" for n, k in own)
        sums = " ".join(f"out(r.{n}); total = add<int64_t>(mul<int64_t>(total, 3), "
                        f"{'whole<int64_t>(r.' + n + ')' if k in FLOATS else 'static_cast<int64_t>(r.' + n + ')'});" for n, k in self.fields)
        return [Node(line, droppable=False) for line in [
            f"struct Inner {{ {' '.join(f'{k} {n};' for n, k in inner)} }};",
            f"struct Record {{ {text} Inner inner; {element} row[{count}]; uint32_t bits : {rng.randint(3, 20)}; }};",
            "union Word { uint32_t word; uint16_t halves[2]; uint8_t bytes[4]; };",
            f"struct Flags {{ uint32_t low : {rng.randint(1, 9)}; int32_t middle : {rng.randint(2, 12)}; uint64_t high : {rng.randint(5, 40)}; }};",
            "enum class Color : int16_t { red = 0, green = 3, blue = 9 };",
            f"static Record make_record(int32_t x, uint64_t y) {{ Record r{{}}; r.{self.fields[0][0]} = {self.cast(self.fields[0][1], 'x')}; "
            f"r.{self.fields[-2][0]} = {self.cast(self.fields[-2][1], 'y')}; r.bits = x ^ 5; return r; }}",
            f"static int64_t fold_record(Record r) {{ int64_t total = 0; {sums} return total; }}"]]

    @staticmethod
    def cast(kind, name):
        return f"static_cast<{kind}>({name})"

    def make_globals(self):
        self.globals = [(f"g{k}", self.integer()) for k in range(2)]
        return [Node(f"FUZZ_STATE static {kind} {name} = {self.rng.randint(1, 90)};", droppable=False) for name, kind in self.globals]

    def begin(self, parameters):
        self.variables, self.writables, self.arrays, self.vectors, self.parameters = [], set(), [], [], parameters
        for name, kind in self.globals + parameters:
            self.declare(name, kind)

    def helper(self, number):
        rng = self.rng
        kinds = [self.kind() for _ in range(rng.randint(1, 3))]
        result, name, recursive = self.kind(), f"h{number}", rng.random() < 0.3
        self.begin([(f"p{k}", kind) for k, kind in enumerate(kinds)])
        parameters = ", ".join((["uint32_t depth"] if recursive else []) + [f"{kind} p{k}" for k, kind in enumerate(kinds)])
        stop = Node(f"if (depth == 0 || {self.condition(1)}) {{ {self.mark()} return {self.expression(result, 1)}; }}", droppable=False)
        self.budget = rng.randint(1, 4)
        body = self.statements()
        if recursive:
            again = self.fresh()
            arguments = ", ".join(self.expression(k, 1) for k in kinds)
            body = [stop, *body, Node(f"const {result} {again} = {name}(depth - 1, {arguments});", simpler=f"const {result} {again} = 1;")]
            self.declare(again, result, False)
        body.append(Node(f"return {self.expression(result, 1)};", droppable=False))
        self.helpers.append((name, kinds, result, recursive))
        return Node(f"static {result} {name}({parameters}) {{", [body], [], "}")

    def entry(self):
        self.begin([(i.name, i.kind if i.kind != "bool" else "uint8_t") for i in self.inputs])
        self.writables -= {i.name for i in self.inputs if i.kind == "bool"}
        parameters = ", ".join(f"{i.kind} {i.name}" for i in self.inputs)
        self.budget = self.rng.randint(4, 11)
        body = [node for helper in self.helpers for node in self.call(helper)] + self.statements()
        result = self.expression("int64_t", 1)
        shown = [Node(f"out({name});") for name, _ in self.variables[-14:]]
        return Node(f"static int64_t entry({parameters}) {{", [body, shown], [f"const int64_t result = {result};"], "return result; }", droppable=False)

    # ---- statements

    def kind(self):
        return self.rng.choice(FLOATS) if self.floats and self.rng.random() < 0.15 else self.integer()

    def declare(self, name, kind, is_writable=True):
        self.variables.append((name, kind))
        if is_writable:
            self.writables.add(name)

    def writable(self):
        return [v for v in self.variables if v[0] in self.writables]

    def statements(self):
        nodes = []
        while self.budget > 0:
            self.budget -= 1
            nodes += self.statement()
        return nodes

    def statement(self):
        names = list(self.weights)
        return self.make_statement(self.rng.choices(names, [self.weights[n] for n in names])[0])

    def make_statement(self, name):
        return getattr(self, "s_" + name)()

    def block(self, most=2):
        """Statements in a scope of their own."""
        scope = len(self.variables), len(self.arrays), len(self.vectors)
        nodes = []
        for _ in range(self.rng.randint(0, most)):
            if self.budget > 0:
                self.budget -= 1
                nodes += self.statement()
        del self.variables[scope[0]:], self.arrays[scope[1]:], self.vectors[scope[2]:]
        return nodes


class UndefinedProgram(Unguarded, Program):
    """A small program that is undefined for some of its inputs, or for none."""

    def is_always_small(self):
        return True

    def prepare(self):
        self.begin_unguarded()


# ---- text

def catalog(program, line):
    parameters = []
    for i in program.inputs:
        spelling, scalar, _, width = INPUTS[i.kind]
        parameters.append({"name": i.name, "type": {"kind": "scalar", "spelling": spelling, "scalar": scalar, "width": width}})
    return json.dumps({"suite": "Fuzz", "name": program.name, "file": "fuzz.cpp", "line": line, "is_fixture": False,
                       "parameters": parameters, "throws": "", "bounds": {}, "seeds": []})


def put_text(program, forbidden, line):
    """The PUT of a program: the claim that its result is never `forbidden`."""
    name = program.name
    names = ", ".join(i.name for i in program.inputs)
    lines = [f"void {name}({', '.join(f'{i.kind} {i.name}' for i in program.inputs)}) {{",
             f"  fuzz::claim([&] {{ return ns_{name}::entry({names}); }}, int64_t({forbidden}), __FILE__, __LINE__);", "}", f"static void run_{name}() {{"]
    for k, i in enumerate(program.inputs):
        spelling, _, number, _ = INPUTS[i.kind]
        lines.append(f"  const auto {i.name} = fuzz::input<{i.kind}>({k}, \"{i.name}\", \"{spelling}\", {number}, "
                     f"{literal(i.kind, i.low)}, {literal(i.kind, i.high)});")
    text = catalog(program, line).replace("\\", "\\\\").replace('"', '\\"')
    lines += [f"  {name}({names});", "}",
              f"static const fuzz::Program program_{name}(\"{name}\", {line}, \"{text}\", reinterpret_cast<const void*>(&{name}), "
              f"&run_{name}, {'true' if program.forks else 'false'});"]
    return lines


def translation_unit(programs, forbidden):
    lines = ['#include "harness.h"', ""]
    for program in programs:
        lines += [f"namespace ns_{program.name} {{", "using namespace fuzz;"]
        lines += program.root.lines(-1)
        lines += ["}  // namespace", ""]
        lines += put_text(program, forbidden.get(program.seed, NOTHING), len(lines) + 1)
        lines.append("")
    return "\n".join(line for line in lines) + "\n"


if __name__ == "__main__":
    import sys
    words = sys.argv[1:]
    kind = UndefinedProgram if "--undefined" in words else Program
    print(translation_unit([kind(int(s), "--no-floats" not in words, "--exhaustive" in words) for s in words if s.isdigit()], {}))
