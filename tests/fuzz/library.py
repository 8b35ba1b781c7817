"""Statements that use the standard library."""

from program import Node


class Library:
    def s_vector(self):
        kind, name = self.integer(), self.fresh()
        nodes = [Node(f"std::vector<{kind}> {name}{{{self.leaf(kind)}, {self.leaf(kind)}}};", simpler=f"std::vector<{kind}> {name}{{1, 2}};"),
                 Node(f"if ({self.condition(1)}) {{ {self.mark()} {name}.push_back({self.leaf(kind)}); }}"),
                 Node(f"{name}.insert({name}.begin() + {self.index(3)}, {self.leaf(kind)});")]
        if self.rng.random() < 0.3:
            nodes.append(Node(f"{name}.erase({name}.begin() + {self.index(2)});"))
        if self.rng.random() < 0.3:
            nodes.append(Node(f"{name}.resize(1u + {self.index(5)});"))
        self.declare(f"{name}.back()", kind)
        self.declare(f"{name}.size()", "uint64_t", False)
        self.declare(f"{name}[{self.leaf('uint32_t')} % {name}.size()]", kind, False)
        self.vectors.append((name, kind))
        return nodes

    def s_algorithm(self):
        if not self.vectors:
            return self.s_vector()
        name, kind = self.rng.choice(self.vectors)
        value = self.fresh()
        range_ = f"{name}.begin(), {name}.end()"
        if self.rng.random() < 0.5:
            return [Node(self.rng.choice([
                f"std::sort({range_});", f"std::reverse({range_});", f"std::stable_sort({range_}, std::greater<{kind}>());",
                f"std::sort({range_}, [](auto x, auto y) {{ return (x & 7) != (y & 7) ? (x & 7) < (y & 7) : x < y; }});",
                f"std::rotate({name}.begin(), {name}.begin() + 1, {name}.end());", f"std::fill({range_}, {self.leaf(kind)});",
                f"std::partial_sum({range_}, {name}.begin(), [](auto x, auto y) {{ return add<{kind}>(x, y); }});",
                f"std::transform({range_}, {name}.begin(), [&](auto x) {{ return sub<{kind}>(x, {self.leaf(kind)}); }});",
                f"std::replace_if({range_}, [](auto x) {{ return (x & 1) == 0; }}, {self.leaf(kind)});",
                f"std::nth_element({name}.begin(), {name}.begin() + 1, {name}.end());",
                f"std::next_permutation({range_});",
            ]))]
        expression = self.rng.choice([
            f"std::accumulate({range_}, {kind}(0), [](auto x, auto y) {{ return add<{kind}>(x, y); }})",
            f"std::count_if({range_}, [](auto x) {{ return x > {kind}(20); }})", f"std::count({range_}, {self.leaf(kind)})",
            f"std::find({range_}, {self.leaf(kind)}) - {name}.begin()", f"*std::max_element({range_})",
            f"std::distance({name}.begin(), std::min_element({range_}))", f"std::is_sorted({range_})",
            f"std::any_of({range_}, [&](auto x) {{ return x == {self.leaf(kind)}; }})",
            f"std::adjacent_find({range_}) == {name}.end()",
            f"std::span<{kind}>({name}).subspan(1).front()",
        ])
        self.declare(value, "int64_t", False)
        return [Node(f"const int64_t {value} = static_cast<int64_t>({expression});", simpler=f"const int64_t {value} = 1;")]

    def s_sort_array(self):
        kind, name, count = self.integer(), self.fresh(), self.rng.randint(2, 4)
        values = ", ".join(self.leaf(kind) for _ in range(count))
        nodes = [Node(f"std::array<{kind}, {count}> {name}{{{{{values}}}}};", simpler=f"std::array<{kind}, {count}> {name}{{}};"),
                 Node(f"std::sort({name}.begin(), {name}.end());")]
        self.declare(f"{name}[{self.rng.randint(0, count - 1)}]", kind)
        self.declare(f"(std::lower_bound({name}.begin(), {name}.end(), {self.leaf(kind)}) - {name}.begin())", "int64_t", False)
        return nodes

    def s_string(self):
        name, letter = self.fresh(), lambda: f"static_cast<char>('a' + {self.index(4)})"
        nodes = [Node(f"std::string {name} = \"{self.rng.choice(['', 'x', 'ab', 'a long string that is on the heap'])}\";"),
                 Node(f"{name} += {letter()};"), Node(f"{name}.append({self.index(4)}, 'b');")]
        how = self.rng.choice(["compare", "find", "insert", "view", "replace", "less"])
        literal = self.rng.choice(["ab", "xb", "b", "abb", "xa"])
        if how == "compare":
            nodes.append(Node(f"if ({name} == \"{literal}\") {{ {self.mark()} {name} += \"tail\"; }}"))
        elif how == "find":
            self.declare(f"{name}.find('{self.rng.choice('abx')}')", "uint64_t", False)
        elif how == "insert":
            nodes.append(Node(f"{name}.insert({self.index(2)}, 1, {letter()});"))
        elif how == "view":
            self.declare(f"(std::string_view({name}).substr({self.index(2)}) < \"{literal}\")", "uint8_t", False)
        elif how == "replace":
            nodes.append(Node(f"{name}.replace(0, {self.index(2)}, \"{literal}\");"))
        else:
            nodes.append(Node(f"if ({name} < \"{literal}\") {{ {self.mark()} }}"))
        self.declare(f"{name}.size()", "uint64_t", False)
        self.declare(f"static_cast<unsigned char>({name}[0])", "uint8_t", False)
        return nodes

    def s_number_text(self):
        name, value = self.fresh(), self.fresh()
        nodes = [Node(f"char {name}[24]; const auto {name}e = std::to_chars({name}, {name} + 24, int32_t({self.index(self.rng.choice([20, 200, 1200]))}) - 8);",
                      simpler=f"char {name}[24] = \"1\"; const auto {name}e = std::to_chars({name}, {name} + 24, 1);"),
                 Node(f"int32_t {value} = 0; std::from_chars({name}, {name}e.ptr - (({self.leaf('uint32_t')} & 1) == 0 ? 0 : 1), {value});",
                      simpler=f"int32_t {value} = 1;")]
        self.declare(value, "int32_t")
        self.declare(f"({name}e.ptr - {name})", "int64_t", False)
        return nodes

    def s_map(self):
        kind, name = self.integer(), self.fresh()
        nodes = [Node(f"std::map<{kind}, int32_t> {name}; {name}[{self.leaf(kind)}] = 1; {name}[{self.leaf(kind)}] += 2;",
                      simpler=f"std::map<{kind}, int32_t> {name}; {name}[1] = 1;")]
        if self.rng.random() < 0.5:
            nodes.append(Node(f"if (const auto it = {name}.find({self.leaf(kind)}); it != {name}.end()) {{ {self.mark()} it->second = {self.leaf('int32_t')}; }}"))
        if self.rng.random() < 0.4:
            nodes.append(Node(f"{name}.emplace({self.leaf(kind)}, {self.leaf('int32_t')}); for (const auto& [key, value] : {name}) {{ out(key); out(value); }}"))
        if self.rng.random() < 0.3:
            nodes.append(Node(f"if ({name}.size() > 1) {{ {self.mark()} {name}.erase({self.rng.choice([name + '.begin()', 'std::prev(' + name + '.end())'])}); }}"))
        self.declare(f"{name}.size()", "uint64_t", False)
        self.declare(f"{name}.begin()->second", "int32_t")
        self.declare(f"{name}.rbegin()->first", kind, False)
        return nodes

    def s_set(self):
        kind, name = self.integer(), self.fresh()
        nodes = [Node(f"std::{self.rng.choice(['set', 'multiset'])}<{kind}> {name}{{{self.leaf(kind)}, {self.leaf(kind)}, {self.leaf(kind)}}};",
                      simpler=f"std::set<{kind}> {name}{{1, 2}};"),
                 Node(f"if ({name}.count({self.leaf(kind)}) != 0) {{ {self.mark()} }}")]
        self.declare(f"*{name}.begin()", kind, False)
        self.declare(f"{name}.size()", "uint64_t", False)
        self.declare(f"std::distance({name}.begin(), {name}.lower_bound({self.leaf(kind)}))", "int64_t", False)
        return nodes

    def s_hash_map(self):
        kind, name = self.rng.choice(["uint8_t", "int32_t", "uint64_t"]), self.fresh()
        small = lambda: f"static_cast<{kind}>({self.index(4)})"
        nodes = [Node(f"std::unordered_map<{kind}, int32_t> {name}; {name}[{small()}] = {self.leaf('int32_t')}; ++{name}[{kind}(2)];",
                      simpler=f"std::unordered_map<{kind}, int32_t> {name};"),
                 Node(f"if ({name}.count({small()}) != 0) {{ {self.mark()} }}")]
        if self.rng.random() < 0.4:
            nodes.append(Node(f"{name}.erase({small()});"))
        self.declare(f"{name}.size()", "uint64_t", False)
        self.declare(f"{name}.count({small()})", "uint64_t", False)
        return nodes

    def s_optional(self):
        kind, name = self.integer(), self.fresh()
        nodes = [Node(f"std::optional<{kind}> {name}; if ({self.condition(1)}) {{ {self.mark()} {name} = {self.leaf(kind)}; }}", simpler=f"std::optional<{kind}> {name};")]
        self.declare(f"{name}.value_or({self.constant(kind)})", kind, False)
        self.declare(f"{name}.has_value()", "uint8_t", False)
        return nodes

    def s_variant(self):
        name, value = self.fresh(), self.fresh()
        nodes = [Node(f"std::variant<int32_t, uint8_t, std::string> {name} = {self.leaf('int32_t')};"),
                 Node(f"if ({self.condition(1)}) {{ {self.mark()} {name} = {self.leaf('uint8_t')}; }} else if ({self.condition(1)}) {{ {self.mark()} {name} = std::string({self.index(3)}, 'q'); }}"),
                 Node(f"const int64_t {value} = std::visit([](const auto& x) -> int64_t {{ if constexpr (std::is_same_v<std::decay_t<decltype(x)>, std::string>) "
                      f"return static_cast<int64_t>(x.size()) - 9; else return x; }}, {name});", simpler=f"const int64_t {value} = 1;")]
        self.declare(value, "int64_t", False)
        self.declare(f"{name}.index()", "uint64_t", False)
        return nodes

    def s_tuple(self):
        name, kind = self.fresh(), self.integer()
        nodes = [Node(f"std::tuple<{kind}, uint16_t, int64_t> {name}{{{kind}({self.leaf(kind)}), {self.leaf('uint16_t')}, {self.leaf('int64_t')}}};",
                      simpler=f"std::tuple<{kind}, uint16_t, int64_t> {name};"),
                 Node(f"if ({name} < std::make_tuple({kind}({self.leaf(kind)}), {self.leaf('uint16_t')}, int64_t(3))) {{ {self.mark()} }}")]
        self.declare(f"std::get<0>({name})", kind)
        self.declare(f"std::get<2>({name})", "int64_t")
        return nodes

    def s_sequence(self):
        kind, name = self.integer(), self.fresh()
        which = self.rng.choice(["deque", "list"])
        nodes = [Node(f"std::{which}<{kind}> {name}{{{self.leaf(kind)}}};", simpler=f"std::{which}<{kind}> {name}{{1}};"),
                 Node(f"if ({self.condition(1)}) {{ {self.mark()} {name}.push_front({self.leaf(kind)}); }} else {{ {self.mark()} {name}.push_back({self.leaf(kind)}); }}"),
                 Node(f"for (const auto& x : {name}) out(x);")]
        if which == "list":
            nodes.append(Node(f"{name}.sort();"))
        self.declare(f"{name}.front()", kind)
        self.declare(f"{name}.back()", kind)
        return nodes

    def s_shared(self):
        kind, one, two = self.integer(), self.fresh(), self.fresh()
        nodes = [Node(f"auto {one} = std::make_shared<{kind}>({self.leaf(kind)}); auto {two} = {one};",
                      simpler=f"auto {one} = std::make_shared<{kind}>(1); auto {two} = {one};"),
                 Node(f"if ({self.condition(1)}) {{ {self.mark()} {two} = std::make_shared<{kind}>({self.leaf(kind)}); }}"),
                 Node(f"*{two} = {self.leaf(kind)};")]
        self.declare(f"*{one}", kind)
        self.declare(f"{one}.use_count()", "int64_t", False)
        return nodes


STANDARD = {
    "vector": 3, "algorithm": 4, "sort_array": 1.5, "string": 3, "number_text": 1, "map": 2, "set": 1.5, "hash_map": 1, "optional": 1.5,
    "variant": 1.5, "tuple": 1, "sequence": 1.5, "shared": 1,
}
