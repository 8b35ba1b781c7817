"""Random C++ programs as trees of statements.

A program is a tree of nodes, so that the shrinker can drop any part of it; `render` gives its text. The expressions are pure
and defined for all operands; all side effects are statements, so that nothing depends on an order of evaluation that the
language leaves open. Statements come from the mixins `Language`, `Library` and `CLibrary`.
"""

INTEGERS = {
    "int8_t": (8, True), "uint8_t": (8, False), "int16_t": (16, True), "uint16_t": (16, False),
    "int32_t": (32, True), "uint32_t": (32, False), "int64_t": (64, True), "uint64_t": (64, False),
}
NAMES = list(INTEGERS)
FLOATS = ["float", "double"]
# Spelling and abi::ScalarKind of what can be an input.
INPUTS = {
    "bool": ("bool", "Bool", 0, 1), "int8_t": ("signed char", "SChar", 2, 8), "uint8_t": ("unsigned char", "UChar", 3, 8),
    "int16_t": ("short", "Short", 8, 16), "uint16_t": ("unsigned short", "UShort", 9, 16), "int32_t": ("int", "Int", 10, 32),
    "uint32_t": ("unsigned int", "UInt", 11, 32), "int64_t": ("long", "Long", 12, 64), "uint64_t": ("unsigned long", "ULong", 13, 64),
    "float": ("float", "Float", 21, 32), "double": ("double", "Double", 22, 64),
}


class Node:
    """A statement: text, or a head, blocks of statements with text between them, and a tail.

    `simpler` is a text that can stand for the whole node where it cannot be dropped, such as a declaration without its
    initialiser. A node that is not `droppable` belongs to the frame of the program.
    """

    def __init__(self, head, blocks=(), between=(), tail="", simpler=None, droppable=True):
        self.head, self.blocks, self.between, self.tail = head, [list(b) for b in blocks], list(between), tail
        self.simpler, self.droppable = simpler, droppable

    def lines(self, depth=0):
        pad = "  " * depth
        if self.head:
            yield pad + self.head
        for i, block in enumerate(self.blocks):
            for node in block:
                yield from node.lines(depth + 1)
            if i < len(self.between):
                yield pad + self.between[i]
        if self.tail:
            yield pad + self.tail


class Input:
    def __init__(self, name, kind, low, high):
        self.name, self.kind, self.low, self.high = name, kind, low, high


def literal(kind, value):
    if kind == "bool":
        return "true" if value else "false"
    if kind in FLOATS:
        return f"{kind}({value})"
    if kind == "int64_t" and value == -2**63:
        return "std::numeric_limits<int64_t>::min()"
    return f"{kind}({value}{'u' if value >= 2**31 else ''}{'ll' if abs(value) >= 2**31 else ''})"


class Expressions:
    """Pure expressions over the variables in scope."""

    def fresh(self):
        self.counter += 1
        return f"v{self.counter}"

    def mark(self):
        self.marks += 1
        return f"mark({self.marks});"

    def integer(self):
        return self.rng.choice(NAMES)

    def constant(self, kind):
        if kind in FLOATS:
            return f"{kind}({self.rng.choice(['0.0', '1.0', '-1.5', '0.1', '3.25', '1e10', '-0.0', '100.0', '0.3333333', '1e-3'])})"
        return f"{kind}({self.rng.choice([0, 1, 2, 3, 5, 7, 8, 15, 16, 31, 33, 60, 100, 127, 255, -1, -2, -17])})"

    def leaf(self, kind):
        if self.rng.random() < 0.78:
            # The latest variables and the inputs themselves are the most interesting ones.
            chance = self.rng.random()
            pool = self.parameters if chance < 0.3 else self.variables[-6:] if chance < 0.7 else self.variables
            name, own = self.rng.choice(pool)
            if own in FLOATS and kind not in FLOATS:
                return f"whole<{kind}>({name})"
            return name if own == kind else f"static_cast<{kind}>({name})"
        return self.constant(kind)

    def index(self, count):
        """An expression whose value is below count."""
        return f"(static_cast<uint32_t>({self.leaf(self.rng.choice(['uint32_t', 'int32_t', 'uint8_t', 'int64_t']))}) % {count}u)"

    def expression(self, kind, depth=2):
        rng = self.rng
        if kind in FLOATS:
            return self.floating(kind, depth)
        if depth <= 0 or rng.random() < 0.2:
            return self.leaf(kind)
        a, b = self.expression(kind, depth - 1), self.expression(kind, depth - 1)
        bits, is_signed = INTEGERS[kind]
        unsigned = kind if not is_signed else "u" + kind
        if rng.random() < 0.15 and bits >= 32 and not is_signed:
            return f"({a} {rng.choice(['+', '-', '*', '&', '|', '^'])} {b})"
        makers = [
            lambda: f"add<{kind}>({a}, {b})", lambda: f"sub<{kind}>({a}, {b})", lambda: f"add<{kind}>({a}, {b})",
            lambda: f"mul<{kind}>({a}, {self.constant(kind) if bits > 16 and rng.random() < 0.8 else b})",
            lambda: f"quotient<{kind}>({a}, {self.constant(kind) if bits > 8 and rng.random() < 0.8 else b})",
            lambda: f"remainder<{kind}>({a}, {self.constant(kind) if bits > 8 and rng.random() < 0.8 else b})",
            lambda: f"static_cast<{kind}>({a} & {b})", lambda: f"static_cast<{kind}>({a} | {b})",
            lambda: f"static_cast<{kind}>({a} ^ {b})", lambda: f"static_cast<{kind}>(~{a})",
            lambda: f"left<{kind}>({a}, static_cast<uint32_t>({b}))", lambda: f"right<{kind}>({a}, static_cast<uint32_t>({b}))",
            lambda: f"left<{kind}>({a}, {rng.randint(0, bits)}u)", lambda: f"right<{kind}>({a}, {rng.randint(0, bits)}u)",
            lambda: f"({self.condition(depth - 1)} ? {a} : {b})", lambda: f"static_cast<{kind}>({self.condition(depth - 1)})",
            lambda: f"std::min<{kind}>({a}, {b})", lambda: f"std::max<{kind}>({a}, {b})",
            lambda: f"static_cast<{kind}>({self.expression(self.integer(), depth - 1)})",
            lambda: f"static_cast<{kind}>({self.expression(self.integer(), depth - 1)})",
            lambda: f"static_cast<{kind}>(std::popcount(static_cast<{unsigned}>({a})))",
            lambda: f"static_cast<{kind}>(std::countl_zero(static_cast<{unsigned}>({a})))",
            lambda: f"static_cast<{kind}>(std::countr_zero(static_cast<{unsigned}>({a})))",
            lambda: f"static_cast<{kind}>(std::rotl(static_cast<{unsigned}>({a}), {rng.randint(0, bits - 1)}))",
            lambda: f"static_cast<{kind}>(__builtin_bswap32(static_cast<uint32_t>({a})))",
            lambda: f"static_cast<{kind}>(std::bit_width(static_cast<{unsigned}>({a})))",
            lambda: f"std::clamp<{kind}>({a}, {kind}(3), {kind}(90))",
        ]
        if self.floats and rng.random() < 0.12:
            return f"whole<{kind}>({self.floating(rng.choice(FLOATS), depth - 1)})"
        return rng.choice(makers)()

    def floating(self, kind, depth):
        rng = self.rng
        if depth <= 0 or rng.random() < 0.25:
            return self.leaf(kind)
        a, b = self.floating(kind, depth - 1), self.floating(kind, depth - 1)
        return rng.choice([
            lambda: f"({a} + {b})", lambda: f"({a} - {b})", lambda: f"({a} * {b})", lambda: f"({a} / {self.constant(kind)})",
            lambda: f"(-{a})", lambda: f"std::fabs({a})", lambda: f"std::floor({a})", lambda: f"std::trunc({a})",
            lambda: f"({self.condition(depth - 1)} ? {a} : {b})", lambda: f"static_cast<{kind}>({self.expression(self.integer(), depth - 1)})",
            lambda: f"static_cast<{kind}>({self.floating(rng.choice(FLOATS), depth - 1)})", lambda: f"std::sqrt({a})",
            lambda: f"std::min<{kind}>({a}, {b})", lambda: f"std::copysign({a}, {self.constant(kind)})",
        ])()

    def condition(self, depth=1):
        rng = self.rng
        kind = rng.choice(FLOATS) if self.floats and rng.random() < 0.2 else self.integer()
        simple = (f"({self.expression(kind, depth)} {rng.choice(['==', '!=', '<', '<=', '>', '>='])} "
                  f"{self.expression(kind, depth - 1) if rng.random() < 0.5 else self.constant(kind)})")
        if rng.random() < 0.2:
            other = self.condition(0) if depth > 0 else simple
            return f"({simple} {rng.choice(['&&', '||'])} {other})"
        return f"!{simple}" if rng.random() < 0.1 else simple
