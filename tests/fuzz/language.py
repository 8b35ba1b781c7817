"""Statements of the language itself: control flow, memory, types, calls, exceptions, faults."""

from program import FLOATS, INTEGERS, Node


class Language:
    # ---- control flow

    def s_let(self):
        kind = self.rng.choice(FLOATS) if self.floats and self.rng.random() < 0.3 else self.integer()
        name = self.fresh()
        node = Node(f"{kind} {name} = {self.expression(kind, 2)};", simpler=f"{kind} {name} = 1;")
        self.declare(name, kind)
        return [node]

    def s_assign(self):
        name, kind = self.rng.choice(self.writable())
        return [Node(f"{name} = {self.expression(kind, 2)};")]

    def s_if(self):
        head = f"if ({self.condition(2)}) {{ {self.mark()}"
        one = self.block()
        if self.rng.random() < 0.5:
            return [Node(head, [one], [], "}")]
        middle = f"}} else {{ {self.mark()}"
        return [Node(head, [one, self.block()], [middle], "}")]

    def s_switch(self):
        rng = self.rng
        kind = rng.choice(["uint8_t", "int32_t", "uint32_t", "int64_t"])
        count = rng.randint(2, 5)
        values = rng.sample(range(0, 9), count) if rng.random() < 0.7 else rng.sample([0, 1, 7, 33, 100, 63], count)
        subject = f"remainder<{kind}>({self.expression(kind, 1)}, {kind}(9))" if max(values) < 9 else self.expression(kind, 1)
        blocks, between = [[]], []
        for k, value in enumerate(values):
            before = "" if k == 0 else ("break; " if rng.random() < 0.75 else "[[fallthrough]]; ")
            between.append(f"{before}case {value}: {self.mark()}")
            blocks.append([Node("{", [self.block(1)], [], "}")])
        between.append(f"break; default: {self.mark()}")
        blocks.append([])
        return [Node(f"switch ({subject}) {{", blocks, between, "}")]

    def s_enum_switch(self):
        name = self.fresh()
        head = f"const Color {name} = static_cast<Color>({self.index(4)} * 3);"
        cases = " ".join(f"case Color::{c}: {self.mark()} break;" for c in ("red", "green", "blue"))
        self.declare(f"static_cast<int16_t>({name})", "int16_t", False)
        return [Node(head, simpler=f"const Color {name} = Color::red;"), Node(f"switch ({name}) {{ {cases} default: {self.mark()} }}")]

    def s_for(self):
        rng, name, kind = self.rng, self.fresh(), self.integer()
        declaration = Node(f"{kind} {name} = {self.leaf(kind)};", simpler=f"{kind} {name} = 1;")
        self.declare(name, kind)
        counter = self.fresh()
        count = self.index(5) if rng.random() < 0.6 else str(rng.randint(1, 4))
        limit = self.fresh()  # must not change while the loop runs
        head = f"for (uint32_t {counter} = 0, {limit} = {count}; {counter} < {limit}; ++{counter}) {{ {self.mark()}"
        outside = len(self.variables)
        self.declare(counter, "uint32_t", False)
        body = [Node(f"{name} = {self.expression(kind, 1)};")]
        if rng.random() < 0.4:
            body.insert(0, Node(f"if ({self.condition(1)}) {{ {self.mark()} {rng.choice(['break', 'continue'])}; }}"))
        if rng.random() < 0.5:
            body += self.block(1)
        del self.variables[outside:]
        return [declaration, Node(head, [body], [], "}")]

    def s_while(self):
        name = self.fresh()
        step = self.rng.choice(["--{0}", "{0} >>= 1", "{0} /= 3", "{0} &= {0} - 1"]).format(name)
        declaration = Node(f"uint32_t {name} = {self.index(6)};", simpler=f"uint32_t {name} = 2;")
        outside = len(self.variables)
        self.declare(name, "uint32_t", False)
        body = self.block(1)
        del self.variables[outside:]
        return [declaration, Node(f"while ({name} > 0) {{ {self.mark()} {step};", [body], [], "}")]

    def s_goto(self):
        label, count = self.fresh(), self.fresh()
        return [Node(f"{{ uint32_t {count} = 0; again_{label}: {self.mark()} if (++{count} < 4 && {self.condition(1)}) goto again_{label}; }}")]

    # ---- memory

    def s_array(self):
        rng, name, kind, count = self.rng, self.fresh(), self.kind(), self.rng.randint(2, 6)
        initial = ", ".join(self.leaf(kind) for _ in range(count))
        nodes = [Node(f"{kind} {name}[{count}] = {{{initial}}};", simpler=f"{kind} {name}[{count}] = {{}};")]
        for _ in range(rng.randint(1, 2)):
            nodes.append(Node(f"{name}[{self.index(count)}] = {self.leaf(kind)};"))
        self.declare(f"{name}[{rng.randint(0, count - 1)}]", kind)
        self.declare(f"{name}[{self.index(count)}]", kind, rng.random() < 0.5)
        self.arrays.append((name, kind, count))
        return nodes

    def s_table(self):
        kind, count, name = self.kind(), self.rng.choice([3, 8, 16, 37]), self.fresh()
        values = ", ".join(str(self.rng.randint(0, 120)) for _ in range(count))
        node = Node(f"static const {kind} {name}[{count}] = {{{values}}};", simpler=f"static const {kind} {name}[{count}] = {{}};")
        self.declare(f"{name}[{self.index(count)}]", kind, False)
        return [node]

    def s_grid(self):
        kind, name = self.integer(), self.fresh()
        nodes = [Node(f"{kind} {name}[2][3] = {{{{{self.leaf(kind)}, 1, 2}}, {{3, {self.leaf(kind)}, 5}}}};",
                      simpler=f"{kind} {name}[2][3] = {{}};"),
                 Node(f"{name}[{self.index(2)}][{self.index(3)}] = {self.leaf(kind)};")]
        self.declare(f"{name}[{self.index(2)}][{self.index(3)}]", kind)
        return nodes

    def s_pointer(self):
        if not self.arrays:
            return self.s_array()
        array, kind, count = self.rng.choice(self.arrays)
        name = self.fresh()
        nodes = [Node(f"{kind}* {name} = {array} + {self.index(count)};", simpler=f"{kind}* {name} = {array};")]
        if self.rng.random() < 0.5:
            nodes.append(Node(f"if ({name} != {array} + {count - 1}) {{ {self.mark()} ++{name}; }}"))
        nodes.append(Node(f"*{name} = {self.leaf(kind)};"))
        self.declare(f"*{name}", kind)
        self.declare(f"({name} - {array})", "int64_t", False)
        self.declare(f"({name} < {array} + {count // 2})", "uint8_t", False)
        return nodes

    def s_reference(self):
        places = self.writable()
        name, kind = self.rng.choice(places)
        same = [p for p, k in places if k == kind]
        other = self.rng.choice(same)
        alias = self.fresh()
        nodes = [Node(f"{kind}& {alias} = {self.condition(1)} ? {name} : {other};", simpler=f"{kind}& {alias} = {name};"),
                 Node(f"{alias} = {self.expression(kind, 1)};")]
        self.declare(alias, kind)
        return nodes

    def s_struct(self):
        name, copy = self.fresh(), self.fresh()
        nodes = [Node(f"Record {name} = make_record({self.leaf('int32_t')}, {self.leaf('uint64_t')});", simpler=f"Record {name} = {{}};"),
                 Node(f"Record {copy} = {name};", simpler=f"Record {copy} = {{}};")]
        for _ in range(2):
            field, kind = self.rng.choice(self.fields)
            nodes.append(Node(f"{copy}.{field} = {self.expression(kind, 1)};"))
        result = self.fresh()
        nodes.append(Node(f"const int64_t {result} = fold_record({self.rng.choice([name, copy])});", simpler=f"const int64_t {result} = 1;"))
        self.declare(result, "int64_t", False)
        for place in (name, copy):
            for field, kind in self.rng.sample(self.fields, 2):
                self.declare(f"{place}.{field}", kind, ":" not in field and field not in self.bit_fields)
        return nodes

    def s_union(self):
        name = self.fresh()
        nodes = [Node(f"Word {name}; {name}.word = {self.expression('uint32_t', 1)};", simpler=f"Word {name}; {name}.word = 1;"),
                 Node(f"{name}.bytes[{self.rng.randint(0, 3)}] = {self.leaf('uint8_t')};"),
                 Node(f"{name}.bytes[{self.index(4)}] ^= {self.leaf('uint8_t')};")]
        self.declare(f"{name}.word", "uint32_t")
        self.declare(f"{name}.halves[{self.rng.randint(0, 1)}]", "uint16_t")
        return nodes

    def s_pun(self):
        kind = self.rng.choice(["float", "double"]) if self.floats and self.rng.random() < 0.4 else self.integer()
        name, bytes_ = self.fresh(), self.fresh()
        nodes = [Node(f"{kind} {name} = {self.expression(kind, 1)}; unsigned char {bytes_}[sizeof {name}];",
                      simpler=f"{kind} {name} = 1; unsigned char {bytes_}[sizeof {name}] = {{}};"),
                 Node(f"std::memcpy({bytes_}, &{name}, sizeof {name});")]
        if kind in FLOATS:  # the bits of a NaN are not for looking at
            nodes.insert(1, Node(f"if ({name} != {name}) {{ {self.mark()} {name} = 1; }}", droppable=False))
        else:
            nodes.append(Node(f"{bytes_}[{self.rng.randint(0, INTEGERS[kind][0] // 8 - 1)}] = {self.leaf('uint8_t')}; "
                              f"std::memcpy(&{name}, {bytes_}, sizeof {name});"))
            self.declare(name, kind)
        self.declare(f"{bytes_}[0]", "uint8_t")
        return nodes

    def s_copy_length(self):
        name, other, how = self.fresh(), self.fresh(), self.rng.choice(["memcpy", "memset", "memmove"])
        nodes = [Node(f"unsigned char {name}[8] = {{{self.leaf('uint8_t')}, 1, {self.leaf('uint8_t')}, 3, 4, {self.leaf('uint8_t')}}};",
                      simpler=f"unsigned char {name}[8] = {{}};"),
                 Node(f"unsigned char {other}[8] = {{9, 8, 7}};")]
        length = self.index(self.rng.choice([3, 5, 9]))
        if how == "memcpy":
            nodes.append(Node(f"std::memcpy({other}, {name}, {length});"))
        elif how == "memset":
            nodes.append(Node(f"std::memset({other}, {self.leaf('uint8_t')}, {length});"))
        else:
            nodes.append(Node(f"std::memmove({name} + 1, {name}, {self.index(8)});"))
        self.declare(f"{other}[{self.rng.randint(0, 4)}]", "uint8_t")
        self.declare(f"{name}[{self.index(8)}]", "uint8_t", False)
        return nodes

    def s_bits(self):
        name = self.fresh()
        nodes = [Node(f"Flags {name} = {{}};"), Node(f"{name}.low = {self.leaf('uint32_t')}; {name}.middle = {self.leaf('int32_t')};"),
                 Node(f"{name}.high = {self.leaf('uint64_t')};"), Node(f"if ({name}.middle < {name}.low) {{ {self.mark()} {name}.low += 1; }}")]
        self.declare(f"static_cast<uint32_t>({name}.low)", "uint32_t", False)
        self.declare(f"static_cast<int32_t>({name}.middle)", "int32_t", False)
        self.declare(f"static_cast<uint64_t>({name}.high)", "uint64_t", False)
        return nodes

    def s_heap(self):
        name, kind = self.fresh(), self.integer()
        if self.rng.random() < 0.5:
            nodes = [Node(f"std::unique_ptr<{kind}[]> {name}(new {kind}[4]{{{self.leaf(kind)}, 2, {self.leaf(kind)}, 4}});",
                          simpler=f"std::unique_ptr<{kind}[]> {name}(new {kind}[4]{{}});"),
                     Node(f"{name}[{self.index(4)}] = {self.leaf(kind)};")]
            self.declare(f"{name}[{self.index(4)}]", kind)
            return nodes
        count = self.fresh()
        nodes = [Node(f"const uint32_t {count} = 1u + {self.index(4)}; auto {name} = std::make_unique<{kind}[]>({count});",
                      simpler=f"const uint32_t {count} = 2; auto {name} = std::make_unique<{kind}[]>({count});"),
                 Node(f"for (uint32_t i = 0; i < {count}; ++i) {{ {self.mark()} {name}[i] = {self.leaf(kind)}; }}")]
        self.declare(f"{name}[{self.leaf('uint32_t')} % {count}]", kind)
        return nodes

    def s_cells(self):
        name, head, total = self.fresh(), self.fresh(), self.fresh()
        nodes = [Node(f"Cell {name}[3] = {{{{{self.leaf('int32_t')}, nullptr}}, {{{self.leaf('int32_t')}, &{name}[0]}}, {{7, &{name}[1]}}}};",
                      simpler=f"Cell {name}[3] = {{}};"),
                 Node(f"Cell* {head} = {self.condition(1)} ? &{name}[2] : &{name}[{self.index(3)}];", simpler=f"Cell* {head} = {name};"),
                 Node(f"int32_t {total} = 0; for (; {head} != nullptr; {head} = {head}->next) {{ {self.mark()} {total} = add<int32_t>({total}, {head}->value); }}",
                      simpler=f"int32_t {total} = 1;")]
        self.declare(total, "int32_t")
        return nodes

    def s_state(self):
        """A global or a static that a run changes: each run begins with its first value."""
        rng, name, kind = self.rng, self.fresh(), self.integer()
        if rng.random() < 0.5:
            name, kind = rng.choice(self.globals)
            node = Node(f"{name} = {self.expression(kind, 1)};")
        elif rng.random() < 0.3:
            self.forks = True
            how = rng.choice(["static", "thread_local"])
            node = Node(f"{how} {kind} {name} = {self.leaf(kind)}; {name} = add<{kind}>({name}, {kind}(3));", simpler=f"{kind} {name} = 1;")
        else:
            node = Node(f"FUZZ_STATE static {kind} {name} = {rng.randint(1, 50)}; {name} = add<{kind}>({name}, {self.leaf(kind)});",
                        simpler=f"{kind} {name} = 1;")
        self.declare(name, kind)
        return [node]

    # ---- calls

    def s_call(self):
        if not self.helpers:
            return self.s_let()
        return self.call(self.rng.choice(self.helpers))

    def call(self, helper):
        name, kinds, result, depth = helper
        value = self.fresh()
        arguments = ", ".join((["3"] if depth else []) + [self.expression(k, 1) for k in kinds])
        self.declare(value, result)
        return [Node(f"{result} {value} = {name}({arguments});", simpler=f"{result} {value} = 1;")]

    def s_function_pointer(self):
        name, value = self.fresh(), self.fresh()
        nodes = [Node(f"int32_t (*const {name}[])(int32_t, int32_t) = {{[](int32_t x, int32_t y) {{ {self.mark()} return add(x, y); }}, "
                      f"[](int32_t x, int32_t y) {{ {self.mark()} return x < y ? x : sub(y, x); }}, "
                      f"[](int32_t x, int32_t y) {{ {self.mark()} return x ^ y; }}}};"),
                 Node(f"const int32_t {value} = {name}[{self.index(3)}]({self.leaf('int32_t')}, {self.leaf('int32_t')});",
                      simpler=f"const int32_t {value} = 1;")]
        self.declare(value, "int32_t", False)
        return nodes

    def s_virtual(self):
        one, two, three, chosen, value = (self.fresh() for _ in range(5))
        nodes = [Node(f"const Base {one}; const Twice {two}; const Offset {three}({self.leaf('int32_t')});"),
                 Node(f"const Base* const {chosen}s[] = {{&{one}, &{two}, &{three}}};"),
                 Node(f"const Base* {chosen} = {chosen}s[{self.index(3)}];", simpler=f"const Base* {chosen} = &{one};"),
                 Node(f"const int32_t {value} = {chosen}->get({self.leaf('int32_t')});", simpler=f"const int32_t {value} = 1;")]
        if self.rng.random() < 0.4:
            nodes.append(Node(f"if (const auto* o = dynamic_cast<const Offset*>({chosen})) {{ {self.mark()} out(o->by); }}"))
        self.declare(value, "int32_t", False)
        return nodes

    def s_lambda(self):
        name, value, kind = self.fresh(), self.fresh(), self.integer()
        places = self.writable()
        place, place_kind = self.rng.choice(places)
        holder = self.rng.choice(["auto", f"std::function<{kind}({kind})>"])
        nodes = [Node(f"{holder} {name} = [&]({kind} x) {{ {self.mark()} {place} = {self.leaf(place_kind)}; return add<{kind}>(x, {self.leaf(kind)}); }};",
                      simpler=f"{holder} {name} = []({kind} x) {{ return x; }};"),
                 Node(f"{kind} {value} = {name}({self.leaf(kind)});", simpler=f"{kind} {value} = 1;")]
        self.declare(value, kind)
        return nodes

    # ---- exceptions

    def s_throw(self):
        code = self.leaf("int32_t")
        thrown = self.rng.choice([f"Problem({code})", f"Grave({code})", "std::out_of_range(\"r\")", f"int32_t({code})", f"uint8_t({self.leaf('uint8_t')})"])
        head = f"try {{ Guard guard{{{self.marks + 100}}}; {self.mark()} if ({self.condition(1)}) throw {thrown};"
        body = self.block(1)
        catches = [f"}} catch (const Grave& e) {{ {self.mark()} out(e.code);", f"}} catch (const Problem& e) {{ {self.mark()} out(e.code);",
                   f"}} catch (int32_t e) {{ {self.mark()} out(e);", f"}} catch (const std::exception&) {{ {self.mark()}"]
        chosen = [c for c in catches if self.rng.random() < 0.6]
        chosen.append(f"}} catch (...) {{ {self.mark()}")
        return [Node(head, [body, *[[] for _ in chosen]], chosen, "}")]

    def s_rethrow(self):
        code = self.leaf("int32_t")
        return [Node(f"try {{ try {{ {self.mark()} if ({self.condition(1)}) throw Grave({code});",
                     [self.block(1), [Node(f"if ({self.condition(1)}) {{ {self.mark()} throw; }}")], []],
                     [f"}} catch (const Problem& e) {{ {self.mark()} out(e.code);", f"}} }} catch (const std::runtime_error& e) {{ {self.mark()}"],
                     "}")]

    def s_escape(self):
        """An exception that may leave the program."""
        return [Node(f"if ({self.condition(2)}) {{ {self.mark()} throw Problem({self.leaf('int32_t')}); }}")]

    # ---- wide, overflow

    def s_wide(self):
        name = self.fresh()
        kind = self.rng.choice(["Wide", "UWide"])
        op = self.rng.choice(["add", "sub", "mul"])
        nodes = [Node(f"{kind} {name} = {op}<{kind}>(left<{kind}>({self.leaf('int64_t')}, {self.rng.randint(0, 70)}u), {self.leaf('uint64_t')});",
                      simpler=f"{kind} {name} = 1;"),
                 Node(f"if ({name} < {kind}({self.leaf('int32_t')})) {{ {self.mark()} {name} = right<{kind}>({name}, 3u); }}"), Node(f"out({name});")]
        self.declare(f"static_cast<uint64_t>({name} >> 5)", "uint64_t", False)
        return nodes

    def s_overflow(self):
        kind, name = self.rng.choice(["int32_t", "uint32_t", "int64_t", "int16_t", "uint8_t"]), self.fresh()
        what = self.rng.choice(["add", "sub", "mul"])
        other = self.constant(kind) if what == "mul" else self.leaf(kind)
        self.declare(name, kind)
        return [Node(f"{kind} {name} = 0;"), Node(f"if (__builtin_{what}_overflow({self.expression(kind, 1)}, {other}, &{name})) {{ {self.mark()} }}")]

    def s_out(self):
        name, _ = self.rng.choice(self.variables)
        return [Node(f"out({name});")]

    # ---- faults that the run-time checks have to find

    def s_risk(self):
        # Variables: of what is wrong with constants alone, compilers need not make a check.
        name, array = self.fresh(), self.fresh()
        a, b = (self.rng.choice([p for p, k in self.parameters if k not in FLOATS] or ["g0"]) for _ in range(2))
        a, b = f"static_cast<int32_t>({a})", f"static_cast<int32_t>({b})"
        text = self.rng.choice([
            f"int32_t {name} = 2147483600 + ({a} & 63) * {self.rng.choice([1, 2, 3])};",
            f"int32_t {name} = 100 / (({a} & 63) - {self.rng.choice([3, 7, 63, 200])});",
            f"int32_t {name} = 100 % (({a} & 63) - ({b} & 63));",
            f"int32_t {name} = 1 << (({a} & 63) - {self.rng.choice([0, 3])} );",
            f"int32_t {array}[5] = {{1, 2, 3}}; int32_t {name} = {array}[({a} & 63) % {self.rng.choice([5, 6, 64])}];",
            f"const int32_t {array}s = {a}; const int32_t* {array} = ({b} & 63) == {self.rng.choice([5, 64])} ? nullptr : &{array}s; int32_t {name} = *{array};",
            f"std::vector<int32_t> {array}{{1, 2, 3}}; int32_t {name} = {array}[({a} & 63) % {self.rng.choice([3, 4])}];",
            f"std::array<int32_t, 3> {array}{{1, 2, 3}}; int32_t {name} = {array}.at(({a} & 63) % {self.rng.choice([3, 4])});",
            f"int64_t {name} = -int64_t({a}) * (int64_t(1) << 40); {name} *= ({b} & 7);",
            f"std::optional<int32_t> {array}; if (({a} & 63) != {self.rng.choice([9, 64])}) {array} = {b}; int32_t {name} = *{array};",
        ])
        kind = "int64_t" if text.startswith("int64_t") else "int32_t"
        self.declare(name, kind)
        return [Node(text, simpler=f"{kind} {name} = 1;"), Node(f"{self.mark()} out({name});")]


CORE = {
    "let": 6, "assign": 4, "if": 7, "switch": 3, "enum_switch": 1, "for": 3, "while": 2, "goto": 0.5, "array": 3, "table": 3, "grid": 1,
    "pointer": 3, "reference": 2, "struct": 3, "union": 2, "pun": 2, "copy_length": 2, "bits": 2, "heap": 2, "cells": 1, "state": 2,
    "call": 4, "function_pointer": 1.5, "virtual": 1.5, "lambda": 2, "throw": 2, "rethrow": 1, "wide": 1, "overflow": 1.5, "out": 2,
}
