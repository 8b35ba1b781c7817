"""Random small C++ functions over two small inputs, as a PUT file and as a brute-force program.

Every function marks each branch it takes (`mark`), so that its behaviour on an input is the pair (result, marks). The PUT
explores the function and observes both; the brute-force program prints the behaviour of every input. Generated code has no
undefined behaviour by construction except where a function is asked to have it (`risky`), where it is a signed overflow or a
division by zero that exploration has to find.
"""

import random

TYPES = {
    "int8_t": 8, "uint8_t": 8, "int16_t": 16, "uint16_t": 16,
    "int32_t": 32, "uint32_t": 32, "int64_t": 64, "uint64_t": 64,
}
LOW, HIGH = 0, 31  # the domain of each input: 5 bits, 1024 pairs

PRELUDE = """#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>
static uint64_t marks;
static void mark(uint32_t k) { marks = marks * 1000003u + k; }
template <typename T> static T wrap_add(T a, T b) { return static_cast<T>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b)); }
template <typename T> static T wrap_sub(T a, T b) { return static_cast<T>(static_cast<uint64_t>(a) - static_cast<uint64_t>(b)); }
template <typename T> static T wrap_mul(T a, T b) { return static_cast<T>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b)); }
template <typename T> static T safe_div(T a, T b) { return b == 0 || b == static_cast<T>(-1) ? a : static_cast<T>(a / b); }
template <typename T> static T safe_rem(T a, T b) { return b == 0 || b == static_cast<T>(-1) ? static_cast<T>(0) : static_cast<T>(a % b); }
struct Pair { int16_t first; uint32_t second; };
union Word { uint32_t word; uint8_t bytes[4]; };
struct Base { virtual ~Base() = default; virtual int32_t get(int32_t x) const { return x; } };
struct Twice : Base { int32_t get(int32_t x) const override { return static_cast<int32_t>(static_cast<uint32_t>(x) * 2u); } };
"""


class Function:
    """One random function `int64_t f<number>(int32_t a, int32_t b)`."""

    def __init__(self, number, rng):
        self.number, self.rng = number, rng
        self.variables, self.lines, self.fresh, self.marks = [("a", "int32_t"), ("b", "int32_t")], [], 0, 0
        self.budget = rng.randint(5, 11)
        self.risky = rng.random() < 0.25
        while self.budget > 0:
            self.block(1)
        self.lines.append(f"  return static_cast<int64_t>({self.expression('int64_t', 2)});")

    def name(self):
        self.fresh += 1
        return f"v{self.fresh}"

    def next_mark(self):
        self.marks += 1
        return f"mark({self.marks});"

    def leaf(self, kind):
        rng = self.rng
        if rng.random() < 0.75:
            name, _ = rng.choice(self.variables)
            return f"static_cast<{kind}>({name})"
        return f"static_cast<{kind}>({rng.choice([0, 1, 2, 3, 5, 7, 8, 15, 16, 31, 33, 100, 127, 255, -1, -2, -17])})"

    def expression(self, kind, depth):
        rng = self.rng
        if depth <= 0 or rng.random() < 0.2:
            return self.leaf(kind)
        a, b = self.expression(kind, depth - 1), self.expression(kind, depth - 1)
        bits = TYPES[kind]
        shift = f"(static_cast<uint32_t>({b}) % {bits}u)"
        unsigned = kind if kind[0] == "u" else "u" + kind
        return rng.choice([
            lambda: f"wrap_add<{kind}>({a}, {b})", lambda: f"wrap_sub<{kind}>({a}, {b})",
            lambda: f"wrap_mul<{kind}>({a}, {b})",
            lambda: f"safe_div<{kind}>({a}, {b})", lambda: f"safe_rem<{kind}>({a}, {b})",
            lambda: f"static_cast<{kind}>({a} & {b})", lambda: f"static_cast<{kind}>({a} | {b})",
            lambda: f"static_cast<{kind}>({a} ^ {b})", lambda: f"static_cast<{kind}>(~{a})",
            lambda: f"static_cast<{kind}>(static_cast<{unsigned}>({a}) << {shift})",
            lambda: f"static_cast<{kind}>({a} >> {shift})", lambda: f"({self.condition(depth - 1)} ? {a} : {b})",
            lambda: f"std::min<{kind}>({a}, {b})", lambda: f"std::max<{kind}>({a}, {b})",
            lambda: f"static_cast<{kind}>({self.expression(rng.choice(list(TYPES)), depth - 1)})",
        ])()

    def condition(self, depth):
        rng, kind = self.rng, self.rng.choice(list(TYPES))
        op = rng.choice(["==", "!=", "<", "<=", ">", ">="])
        simple = f"({self.expression(kind, depth)} {op} {self.expression(kind, depth - 1)})"
        if rng.random() < 0.2:
            return f"({simple} {rng.choice(['&&', '||'])} {self.condition(0) if depth > 0 else simple})"
        return simple

    def block(self, indent):
        for _ in range(self.rng.randint(1, 3)):
            if self.budget <= 0:
                return
            self.budget -= 1
            self.statement("  " * indent, indent)

    def scoped_block(self, indent):
        visible = len(self.variables)
        self.block(indent)
        del self.variables[visible:]

    def statement(self, pad, indent):
        rng, out = self.rng, self.lines.append
        kind = rng.choice(list(TYPES))
        choice = rng.choice(["let", "let", "if", "if", "switch", "loop", "array", "struct", "vector", "string", "throw",
                             "map", "union", "virtual", "sort", "assign"] + (["risk"] * 4 if self.risky else []))
        if choice == "let":
            name = self.name()
            out(f"{pad}{kind} {name} = {self.expression(kind, 2)};")
            self.variables.append((name, kind))
        elif choice == "assign":
            name, kind = rng.choice([v for v in self.variables if "(" not in v[0]])
            out(f"{pad}{name} = static_cast<{kind}>({self.expression(kind, 2)});")
        elif choice == "if":
            out(f"{pad}if ({self.condition(2)}) {{ {self.next_mark()}")
            self.scoped_block(indent + 1)
            out(f"{pad}}} else {{ {self.next_mark()}")
            self.scoped_block(indent + 1)
            out(f"{pad}}}")
        elif choice == "switch":
            out(f"{pad}switch (static_cast<uint32_t>({self.expression('uint32_t', 1)}) % {rng.randint(2, 6)}u) {{")
            for case in range(rng.randint(1, 3)):
                out(f"{pad}  case {case}: {self.next_mark()}{' break;' if rng.random() < 0.8 else ' [[fallthrough]];'}")
            out(f"{pad}  default: {self.next_mark()}")
            out(f"{pad}}}")
        elif choice == "loop":
            index = self.name()
            name, kind = self.name(), rng.choice(list(TYPES))
            out(f"{pad}{kind} {name} = {self.leaf(kind)};")
            self.variables.append((name, kind))
            out(f"{pad}for (uint32_t {index} = 0; {index} < static_cast<uint32_t>({self.leaf('uint32_t')}) % 4u; ++{index}) {{ "
                f"{self.next_mark()} {name} = wrap_add<{kind}>({name}, {self.leaf(kind)}); }}")
        elif choice == "array":
            name = self.name()
            values = ", ".join(self.leaf(kind) for _ in range(4))
            out(f"{pad}{kind} {name}[4] = {{{values}}};")
            out(f"{pad}{name}[static_cast<uint32_t>({self.leaf('uint32_t')}) % 4u] = {self.leaf(kind)};")
            self.variables.append((f"{name}[{rng.randint(0, 3)}]", kind))
            self.variables.append((f"{name}[static_cast<uint32_t>({self.leaf('uint32_t')}) % 4u]", kind))
        elif choice == "struct":
            name, copy = self.name(), self.name()
            out(f"{pad}Pair {name} = {{{self.leaf('int16_t')}, {self.leaf('uint32_t')}}};")
            out(f"{pad}Pair {copy} = {name}; {copy}.first = {self.leaf('int16_t')};")
            self.variables += [(f"{name}.first", "int16_t"), (f"{copy}.first", "int16_t"), (f"{copy}.second", "uint32_t")]
        elif choice == "union":
            name = self.name()
            out(f"{pad}Word {name}; {name}.word = {self.expression('uint32_t', 1)};")
            out(f"{pad}{name}.bytes[{rng.randint(0, 3)}] = {self.leaf('uint8_t')};")
            self.variables += [(f"{name}.word", "uint32_t"), (f"{name}.bytes[{rng.randint(0, 3)}]", "uint8_t")]
        elif choice == "vector":
            name = self.name()
            out(f"{pad}std::vector<{kind}> {name}{{{self.leaf(kind)}, {self.leaf(kind)}}};")
            out(f"{pad}if ({self.condition(1)}) {{ {self.next_mark()} {name}.push_back({self.leaf(kind)}); }}")
            self.variables += [(f"{name}.back()", kind), (f"{name}.size()", "uint64_t")]
        elif choice == "sort":
            name = self.name()
            out(f"{pad}std::array<{kind}, 3> {name}{{{{{self.leaf(kind)}, {self.leaf(kind)}, {self.leaf(kind)}}}}};")
            out(f"{pad}std::sort({name}.begin(), {name}.end());")
            self.variables.append((f"{name}[{rng.randint(0, 2)}]", kind))
        elif choice == "string":
            name = self.name()
            out(f"{pad}std::string {name} = \"x\";")
            out(f"{pad}{name} += static_cast<char>('a' + static_cast<uint32_t>({self.leaf('uint32_t')}) % 3u);")
            out(f"{pad}if ({name} == \"xb\") {{ {self.next_mark()} {name} += \"tail\"; }}")
            self.variables.append((f"{name}.size()", "uint64_t"))
            self.variables.append((f"static_cast<unsigned char>({name}[1])", "uint8_t"))
        elif choice == "map":
            name = self.name()
            out(f"{pad}std::map<{kind}, int32_t> {name}; {name}[{self.leaf(kind)}] = 1; {name}[{self.leaf(kind)}] += 2;")
            self.variables += [(f"{name}.size()", "uint64_t"), (f"{name}.begin()->second", "int32_t")]
        elif choice == "throw":
            out(f"{pad}try {{ if ({self.condition(1)}) throw std::runtime_error(\"r\"); {self.next_mark()} }} "
                f"catch (const std::exception&) {{ {self.next_mark()} }}")
        elif choice == "virtual":
            one, two, chosen = self.name(), self.name(), self.name()
            out(f"{pad}Base {one}; Twice {two}; const Base* {chosen} = &{one};")
            out(f"{pad}if ({self.condition(1)}) {{ {self.next_mark()} {chosen} = &{two}; }}")
            self.variables.append((f"{chosen}->get({self.leaf('int32_t')})", "int32_t"))
        elif choice == "risk":
            if rng.random() < 0.5:
                name = self.name()
                out(f"{pad}int32_t {name} = 2147483600 + {rng.choice(['a', 'b'])} * {rng.choice([1, 2, 3])}; {self.next_mark()}")
            else:
                name = self.name()
                out(f"{pad}int32_t {name} = 100 / ({rng.choice(['a - b', 'a - 7', 'b - 31'])}); {self.next_mark()}")
            self.variables.append((name, "int32_t"))

    def source(self):
        body = "\n".join(self.lines)
        return f"static int64_t f{self.number}(int32_t a, int32_t b) {{\n  (void)a; (void)b;\n{body}\n}}\n"


def functions(seed, count):
    return [Function(k, random.Random(seed * 100003 + k)) for k in range(count)]


def put_file(generated, forbidden):
    """The PUT file; `forbidden` maps a function number to a result that its PUT claims never happens."""
    text = "#include <gtest/gtest.h>\n#include <forall/forall.h>\n" + PRELUDE
    for f in generated:
        text += f.source()
        text += f"""static void Put{f.number}(int32_t a, int32_t b) {{
  marks = 0;
  const int64_t result = f{f.number}(a, b);
  forall::observe("result", result);
  forall::observe("marks", marks);
  EXPECT_NE(result, int64_t{{{forbidden[f.number]}}});
}}
FORALL(Fuzz, Put{f.number}).WithDomains(forall::InRange({LOW}, {HIGH}), forall::InRange({LOW}, {HIGH}));
"""
    return text


def brute_file(generated):
    """Prints `number a b result marks` for every input; compiled with trapping checks, a trapped input prints `fault`."""
    text = "#include <csetjmp>\n#include <csignal>\n#include <cstdio>\n" + PRELUDE
    text += "static sigjmp_buf back;\nstatic void on_trap(int) { siglongjmp(back, 1); }\n"
    for f in generated:
        text += f.source()
    table = ", ".join(f"f{f.number}" for f in generated)
    text += f"""static int64_t (*const table[])(int32_t, int32_t) = {{{table}}};
int main() {{
  std::signal(SIGILL, on_trap); std::signal(SIGTRAP, on_trap); std::signal(SIGFPE, on_trap); std::signal(SIGABRT, on_trap);
  for (unsigned k = 0; k < sizeof table / sizeof *table; ++k)
    for (int32_t a = {LOW}; a <= {HIGH}; ++a)
      for (int32_t b = {LOW}; b <= {HIGH}; ++b) {{
        marks = 0;
        if (sigsetjmp(back, 1)) {{ std::printf("%u %d %d fault 0\\n", k, a, b); continue; }}
        const int64_t result = table[k](a, b);
        std::printf("%u %d %d %lld %llu\\n", k, a, b, static_cast<long long>(result), static_cast<unsigned long long>(marks));
      }}
}}
"""
    return text
