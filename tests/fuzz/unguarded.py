"""Programs that are undefined for some of their inputs: the guards of other programs are dropped here and there, and there are
statements about the ends of objects. A program drops at most a few guards, so that many programs are defined for most inputs and
some for all of them.

Whatever is undefined here, AddressSanitizer, UndefinedBehaviorSanitizer or MemorySanitizer report at -O0: they are the truth that
check_undefined.py compares with.
"""

from program import Node

# Statements whose index() may leave the object: sanitizers see every access they make.
DROPPED = {"array", "table", "grid", "pointer", "union", "copy_length", "heap", "function_pointer", "let", "assign", "if", "struct", "for"}
RAW = {"int32_t": 32, "int64_t": 64}  # narrower operands are promoted, and cannot overflow


class Unguarded:
    drops = 0  # guards that may still be dropped
    statement_name = ""

    def begin_unguarded(self):
        self.drops = self.rng.choice([0, 1, 1, 2, 2, 3, 4])
        self.has_unset = self.rng.random() < 0.25
        # All inputs share a process, so no state may last from one run to the next.
        self.weights = {name: weight for name, weight in self.weights.items() if name not in ("risk", "escape", "state")}
        if self.has_unset:  # MemorySanitizer does not know what machine code of libstdc++ writes
            self.weights = {name: weight for name, weight in self.weights.items() if name in PLAIN}
        self.weights.update(UNSET if self.has_unset else ENDS)

    def drop(self, chance):
        if self.drops > 0 and self.statement_name in DROPPED and self.rng.random() < chance:
            self.drops -= 1
            return True
        return False

    def index(self, count):
        if self.drop(0.25):
            count += self.rng.choice([1, 1, 2])
        return super().index(count)

    def expression(self, kind, depth=2):
        if depth > 0 and kind in RAW and self.drop(0.12):
            a, b, bits = self.leaf(kind), self.leaf(kind), RAW[kind]
            big = f"({a} * {kind}({self.rng.choice([2**(bits - 8), 2**(bits - 6), 2**(bits - 3) - 1])}))"
            return self.rng.choice([f"({big} + {b})", big, f"({kind}({2**(bits - 1) - 40}) + {b})", f"({a} / {b})", f"({a} % {b})",
                                    f"(({a} & 255) << ({b} & {2 * bits - 1}))", f"({kind}(3) << ({b} & 63))", f"({a} >> ({b} & {bits}))",
                                    f"({kind}({-2**(bits - 1) + 40}) - {b})"])
        return super().expression(kind, depth)

    def make_statement(self, name):
        before, self.statement_name = self.statement_name, name
        nodes = super().make_statement(name)
        self.statement_name = before
        return nodes

    # ---- the ends of objects

    def dies(self):
        """A condition under which a pointer goes wrong: of a guard that stays, never."""
        if self.drops > 0:
            self.drops -= 1
            return self.condition(1)
        return f"({self.condition(1)} && {self.parameters[0][0]} == {self.parameters[0][0]} + 1)" if self.rng.random() < 0.5 else "false"

    def scalar(self):
        kind = self.integer()
        return kind, self.fresh(), self.leaf(kind)

    def s_dangling(self):
        kind, name, value = self.scalar()
        pointer = self.fresh()
        nodes = [Node(f"{kind} {name} = {value}; {kind}* {pointer} = &{name};"),
                 Node(f"{{ {kind} inner = {self.leaf(kind)}; out(inner); if ({self.dies()}) {{ {self.mark()} {pointer} = &inner; }} }}")]
        use = f"*{pointer} = {self.leaf(kind)};" if self.rng.random() < 0.3 else f"out(*{pointer});"
        self.declare(name, kind)
        return nodes + [Node(use)]

    def s_returned(self):
        kind, name, value = self.scalar()
        pick = self.fresh()
        nodes = [Node(f"{kind} {name} = {value};"),
                 Node(f"auto {pick} = [&]({kind}* outer) __attribute__((noinline)) -> {kind}* {{ {kind} local = *outer; out(local); "
                      f"{kind}* p = &local; return {self.dies()} ? p : outer; }};"),
                 Node(f"out(*{pick}(&{name}));")]
        self.declare(name, kind)
        return nodes

    def s_freed(self):
        kind, name, value = self.scalar()
        owner = self.fresh()
        use = self.rng.choice([f"out(*{name});", f"*{name} = {self.leaf(kind)};", f"delete {name}; {owner} = nullptr;"])
        return [Node(f"{kind}* {name} = new {kind}({value}); {kind}* {owner} = {name};"
                     f" if ({self.dies()}) {{ {self.mark()} delete {owner}; {owner} = nullptr; }} {use} delete {owner};")]

    def s_null(self):
        kind, name, value = self.scalar()
        pointer = self.fresh()
        use = self.rng.choice([f"out(*{pointer});", f"*{pointer} = {self.leaf(kind)};", f"std::memset({pointer}, 0, sizeof *{pointer});"])
        self.declare(name, kind)
        return [Node(f"{kind} {name} = {value};"), Node(f"{kind}* {pointer} = {self.dies()} ? nullptr : &{name};", simpler=f"{kind}* {pointer} = &{name};"),
                Node(use)]

    def s_beside(self):
        """An index that is one too small or too large, into each kind of storage."""
        kind, name, value = self.scalar()
        pointer, count = self.fresh(), self.rng.randint(2, 5)
        room = self.rng.choice([f"{kind} {name}[{count}] = {{{value}}}; {kind}* {pointer} = {name};",
                                # Not in the section of the state, whose variables AddressSanitizer does not guard.
                                f"static {kind} {name}[{count}]; for (auto& element : {name}) element = 1; {kind}* {pointer} = {name};",
                                f"std::array<{kind}, {count}> {name}{{{value}}}; {kind}* {pointer} = {name}.data();",
                                f"std::unique_ptr<{kind}[]> {name}(new {kind}[{count}]{{{value}}}); {kind}* {pointer} = {name}.get();",
                                f"std::vector<{kind}> {name}({count}); {kind}* {pointer} = {name}.data();"])
        index = f"static_cast<int32_t>({super().index(count)})"
        if "static" not in room and self.rng.random() < 0.4:
            wrong = f"({self.dies()} ? -1 : {index})"
        else:
            wrong = f"({self.dies()} ? {count} : {index})"
        use = self.rng.choice([f"{pointer}[{wrong}] = {self.leaf(kind)};", f"out({pointer}[{wrong}]);",
                               f"{kind} unused{name} = {pointer}[{wrong}]; (void)unused{name};",
                               f"*({pointer} + {wrong}) = {self.leaf(kind)};"])
        self.declare(f"{pointer}[{self.rng.randint(0, count - 1)}]", kind)
        return [Node(room), Node(use)]

    def s_walk(self):
        kind, name, value = self.scalar()
        count = self.rng.randint(2, 5)
        self.declare(f"{name}[{self.rng.randint(0, count - 1)}]", kind)
        return [Node(f"{kind} {name}[{count}] = {{{value}}};"),
                Node(f"{{ const int32_t last = {self.dies()} ? {count} : static_cast<int32_t>({super().index(count)}); {kind}* p = {name};"
                     f" for (int32_t i = 0; i <= last; ++i) {{ {self.mark()} p[i] = static_cast<{kind}>(i); }} }}")]

    def s_library_room(self):
        name = self.fresh()
        length = f"({self.dies()} ? 9u : {super().index(9)})"
        use = self.rng.choice([f"std::memcpy({name}, \"0123456789\", {length});", f"std::memset({name}, 'x', {length});",
                               f"std::fill_n({name}, {length}, 'y');", f"std::copy_n(\"0123456789\", {length}, {name});",
                               f"char from{name}[12] = \"0123456789\"; from{name}[{length} < 9u ? 7 : 8] = 0; std::strcpy({name}, from{name});"])
        self.declare(f"static_cast<uint8_t>({name}[{self.rng.randint(0, 7)}])", "uint8_t", False)
        return [Node(f"char {name}[8] = {{}};"), Node(use)]

    def s_invalidated(self):
        kind, name, value = self.scalar()
        return [Node(f"std::vector<{kind}> {name}{{{value}, 2, 3}}; auto {name}i = {name}.begin() + 1;"
                     f" if ({self.dies()}) {{ {self.mark()} {name}.push_back(4); }} out(*{name}i);")]

    def s_unset(self):
        kind, name, value = self.scalar()
        other = self.fresh()
        unset = self.dies()
        room, place = self.rng.choice([
            (f"{kind} {name};", name), (f"{kind} {name}[3]; {name}[0] = {value}; {name}[1] = 3;", f"{name}[2]"),
            (f"std::unique_ptr<{kind}> {name}(new {kind});", f"*{name}"), (f"Inner {name}i; {kind} {name};", name)])
        return [Node(f"{room} if (!({unset})) {{ {self.mark()} {place} = {value}; }}"
                     f" const {kind} {other} = {place}; if ({other} > {kind}(5)) {{ {self.mark()} }}")]


ENDS = {"dangling": 2, "returned": 1.5, "freed": 1.5, "null": 1.5, "beside": 4, "walk": 1.5, "library_room": 2, "invalidated": 1}
UNSET = {"unset": 6, "beside": 2, "dangling": 1}
PLAIN = {"let", "assign", "if", "switch", "for", "while", "array", "grid", "pointer", "struct", "call", "out", "table"}
