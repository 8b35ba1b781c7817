"""Statements that use functions outside the headers: the C library and what of the C++ library is compiled code. forall has models
of them, which have to agree with the real ones."""

from program import Node


class CLibrary:
    def letters(self, alphabet, or_end=False):
        """A character of the alphabet, chosen by a value."""
        return f"\"{alphabet}\"[{self.index(len(alphabet) + or_end)}]"

    def text(self, alphabet, most, or_end=False):
        """A declaration of an array of characters that ends with a zero, its name, and its size."""
        name, count = self.fresh(), self.rng.randint(1, most)
        values = ", ".join(self.letters(alphabet, or_end) if self.rng.random() < 0.7 else f"'{self.rng.choice(alphabet.strip() or 'a')}'" for _ in range(count))
        return Node(f"char {name}[{count + 3}] = {{{values}, 0}};", simpler=f"char {name}[{count + 3}] = {{}};"), name, count

    def value(self, expression, kind="int64_t"):
        name = self.fresh()
        self.declare(name, kind, False)
        return Node(f"const {kind} {name} = static_cast<{kind}>({expression});", simpler=f"const {kind} {name} = 1;")

    def s_c_string(self):
        one, a, count = self.text("abc", 4, True)
        two, b, _ = self.text("abc", 3)
        sign = lambda e: f"(({e}) > 0) - (({e}) < 0)"
        expression = self.rng.choice([
            f"std::strlen({a})", sign(f"std::strcmp({a}, {b})"), sign(f"std::strncmp({a}, {b}, {self.index(4)})"),
            sign(f"std::memcmp({a}, {b}, {self.index(min(count, 1) + 2)})"), f"std::strchr({a}, {self.letters('abc')}) == nullptr",
            f"std::strstr({a}, {b}) == nullptr ? -1 : std::strstr({a}, {b}) - {a}", f"std::memchr({a}, 'b', {count}) != nullptr",
            f"std::strspn({a}, \"ab\")", f"std::strcspn({a}, \"c\")", f"std::strrchr({a}, 'a') == nullptr",
        ])
        nodes = [one, two]
        if self.rng.random() < 0.3:
            big = self.fresh()
            nodes += [Node(f"char {big}[16] = {{}}; std::strcpy({big}, {a}); std::strncat({big}, {b}, {self.index(3)});", simpler=f"char {big}[16] = {{}};")]
            self.declare(f"static_cast<unsigned char>({big}[{self.index(8)}])", "uint8_t", False)
        return [*nodes, self.value(expression)]

    def s_parse(self):
        node, a, _ = self.text(self.rng.choice(["0123456789", "01-+9 x", "0xaF19", " -12"]), 4)
        rest = self.fresh()
        expression = self.rng.choice([
            f"std::strtol({a}, &{rest}, {self.rng.choice([10, 10, 0, 16, 2])})", f"std::strtoul({a}, &{rest}, 10)", f"std::atoi({a})",
            f"std::strtoll({a}, &{rest}, 8)"])
        nodes = [node, Node(f"char* {rest} = {a};"), self.value(expression), Node(f"out({rest} - {a});")]
        if self.rng.random() < 0.4:
            number = self.fresh()
            nodes.append(Node(f"int32_t {number} = 5; try {{ {number} = std::stoi(std::string({a})); {self.mark()} }} catch (const std::invalid_argument&) {{ {self.mark()} }} "
                              f"catch (const std::out_of_range&) {{ {self.mark()} }}", simpler=f"int32_t {number} = 1;"))
            self.declare(number, "int32_t")
        return nodes

    def s_format(self):
        name, length = self.fresh(), self.fresh()
        number = f"(int32_t({self.index(self.rng.choice([12, 130, 1100]))}) - {self.rng.choice([0, 5, 100])})"
        if self.rng.random() < 0.4:
            node = Node(f"const std::string {name} = std::to_string({number}); const int32_t {length} = {name}.size();",
                        simpler=f"const std::string {name} = \"1\"; const int32_t {length} = 1;")
        else:
            form = self.rng.choice(["%d", "%5d", "%-4d|", "%+d", "%x", "%03u", "<%d>"])
            node = Node(f"char {name}[16] = {{}}; const int32_t {length} = std::snprintf({name}, {self.rng.choice([3, 16])}, \"{form}\", {number});",
                        simpler=f"char {name}[16] = {{}}; const int32_t {length} = 1;")
        self.declare(length, "int32_t", False)
        self.declare(f"static_cast<unsigned char>({name}[{self.index(3)} % ({length} + 1)])", "uint8_t", False)
        return [node]

    def s_scan(self):
        node, a, _ = self.text("0123- ,x", 5)
        x, y, count = self.fresh(), self.fresh(), self.fresh()
        form = self.rng.choice(["%d", "%d,%d", "%2d%d", "%x", " %d %d", "%u"])
        self.declare(count, "int32_t", False)
        self.declare(x, "int32_t")
        return [node, Node(f"int32_t {x} = 3, {y} = 4; const int32_t {count} = std::sscanf({a}, \"{form}\", &{x}, &{y}); out({y});",
                           simpler=f"int32_t {x} = 3; const int32_t {count} = 1;")]

    def s_ctype(self):
        function = self.rng.choice(["isalpha", "isdigit", "isspace", "isalnum", "isupper", "isxdigit", "ispunct", "isprint"])
        case = self.rng.choice(["toupper", "tolower"])
        return [self.value(f"std::{function}({self.leaf('uint8_t')} & 127) != 0"), self.value(f"std::{case}({self.leaf('uint8_t')} & 127)")]

    def s_c_sort(self):
        name, kind, found = self.fresh(), self.rng.choice(["int32_t", "uint8_t", "int64_t"]), self.fresh()
        compare = f"[](const void* x, const void* y) {{ const auto p = *static_cast<const {kind}*>(x), q = *static_cast<const {kind}*>(y); return (p > q) - (p < q); }}"
        nodes = [Node(f"{kind} {name}[4] = {{{self.leaf(kind)}, {self.leaf(kind)}, {self.leaf(kind)}, 9}};", simpler=f"{kind} {name}[4] = {{}};"),
                 Node(f"std::qsort({name}, {self.rng.choice([3, 4])}, sizeof *{name}, {compare});"),
                 Node(f"{{ const {kind} key = {self.leaf(kind)}; const void* {found} = std::bsearch(&key, {name}, 3, sizeof *{name}, {compare}); if ({found} != nullptr) {{ {self.mark()} }} }}")]
        self.declare(f"{name}[{self.rng.randint(0, 3)}]", kind)
        return nodes

    def s_c_arithmetic(self):
        a, b = self.leaf("int16_t"), self.leaf("int8_t")
        return [self.value(self.rng.choice([f"std::abs(int32_t({a}))", f"std::div(int32_t({a}), ({b} | 1)).rem", f"std::labs(int64_t({a}))",
                                            f"std::ldiv(int64_t({a}), ({b} | 1)).quot", f"std::gcd(uint32_t({a}) & 63u, uint32_t({b}) & 63u)"]))]

    def s_hash_text(self):
        name = self.fresh()
        key = lambda: f"std::string(1, {self.letters('abc')})"
        nodes = [Node(f"std::unordered_map<std::string, int32_t> {name}; {name}[{key()}] = {self.leaf('int32_t')}; {name}[\"b\"] += 1;",
                      simpler=f"std::unordered_map<std::string, int32_t> {name};")]
        self.declare(f"{name}.count({key()})", "uint64_t", False)
        self.declare(f"{name}.size()", "uint64_t", False)
        return nodes

    def s_math(self):
        if not self.floats:
            return self.s_c_arithmetic()
        kind, name = self.rng.choice(["float", "double"]), self.fresh()
        a, b = self.floating(kind, 1), self.floating(kind, 1)
        node = Node(f"const {kind} {name} = " + self.rng.choice([
            f"std::fma({a}, {b}, {self.leaf(kind)})", f"std::round({a})", f"std::ceil({a})", f"std::nearbyint({a})", f"(std::fmax({a}, {b}) + {kind}(0))",
            f"std::ldexp({a}, {self.rng.randint(-5, 5)})", f"std::rint({a})", f"std::fdim({a}, {b})", f"std::hypot({kind}(3), {kind}(4)) + {a}",
            f"std::fmod({a}, {kind}(3.5))", f"std::nextafter({a}, {b})"]) + ";", simpler=f"const {kind} {name} = 1;")
        self.declare(name, kind, False)
        return [node, self.value(self.rng.choice([f"std::isnan({name})", f"std::isinf({name})", f"std::signbit({name} != {name} ? {kind}(0) : {name})", f"std::isfinite({name})",
                                                  f"std::fpclassify({name}) == FP_ZERO", f"{name} < {b}", f"std::lround(std::fmin(std::fmax({name}, {kind}(-9)), {kind}(9)))",
                                                  f"std::ilogb(std::fabs({name}) + {kind}(1)) % 100"]))]


C_LIBRARY = {"c_string": 2, "parse": 1.5, "format": 1.5, "scan": 1, "ctype": 1, "c_sort": 1, "c_arithmetic": 1, "hash_text": 0.7, "math": 2}
