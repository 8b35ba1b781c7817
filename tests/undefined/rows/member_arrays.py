"""Functions of the libraries that leave an array which is a part of an object, but not the object."""

from table import Row

ROWS = []

NOTE = "the bytes are of the same object, which no sanitizer tells apart"

USES = {
    "strcpy": "std::strcpy(u.name, n == 7 ? «\"abcd\" | \"abc\"» : \"\")",
    "strcat": "std::strcpy(u.name, \"ab\");\n  std::strcat(u.name, «\"cd\" | \"c\"»)",
    "strncpy": "std::strncpy(u.name, \"abcdefg\", static_cast<std::size_t>(n - «2 | 3»))",
    "strncpy_inside": "std::strncpy(u.name + 1, \"abcdefg\", static_cast<std::size_t>(n - «3 | 4»))",
    "memcpy": "std::memcpy(u.name, \"abcdefg\", static_cast<std::size_t>(n - «2 | 3»))",
    "memcpy_from": "char to[8];\n  std::memcpy(to, u.name, static_cast<std::size_t>(n - «2 | 3»))",
    "memcpy_of_element": "std::memcpy(&u.name[1], \"abcdefg\", static_cast<std::size_t>(n - «3 | 4»))",
    "memset": "std::memset(u.name, 1, static_cast<std::size_t>(n - «2 | 3»))",
    "snprintf": "std::snprintf(u.name, 8, \"%d\", n * «1000 | 100»)",
    "sprintf": "std::sprintf(u.name, \"%d\", n * «1000 | 100»)",
    "strlen": "std::memcpy(u.name, «\"abcd\" | \"abc\"», 4);\n  keep(std::strlen(u.name))",
    "fill_n": "std::fill_n(u.name, n - «2 | 3», 'x')",
    "copy": "const char from[] = \"abcdefg\";\n  std::copy(from, from + n - «2 | 3», u.name)",
    "fill_n_of_int": "std::fill_n(u.count, n - «2 | 3», 1)",
    "row": "std::memset(u.rows[0], 1, static_cast<std::size_t>(n - «2 | 3»))",
}
for name, use in USES.items():
    *before, last = use.split("\n  ")
    body = "".join(f"{line}\n  " for line in before) + f"{last};  // BUG"
    ROWS.append(Row(f"member_{name}", "bounds", "nothing", (7,), f"""
struct User {{
  char name[4];
  char admin[4];
  int count[4];
  int more[4];
  char rows[2][4];
}};
void Put(int n) {{
  if (n != 7) return;
  User u{{}};
  {body}
  keep(u.admin[0]);
}}
""", note=NOTE))

# Of an object that is not of this function, and of a variable, whose first member has its address.
OWNERS = {
    "pointer": ("User* const u = new User{};\n  const std::unique_ptr<User> owner(u);", "name"),
    "global": ("static User user;\n  User* const u = &user;", "more"),
    "global_first": ("static User user;\n  User* const u = &user;", "name"),
}
for name, (owner, member) in OWNERS.items():
    ROWS.append(Row(f"member_of_{name}", "bounds", "nothing", (7,), f"""
struct User {{
  char name[4];
  char more[4];
  char admin[4];
}};
void Put(int n) {{
  if (n != 7) return;
  {owner}
  std::memset(u->{member}, 1, static_cast<std::size_t>(n - «2 | 3»));  // BUG
}}
""", note=NOTE))
