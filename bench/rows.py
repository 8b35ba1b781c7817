"""The rows of the tables: what each has to come to, and the limits that the project has set."""

# PUT of programs/, in the order of the table: the verdict, and the most seconds of exploration.
EXPLORATIONS = {
    "quicksort.N4": ("proved", None), "quicksort.N5": ("proved", None),
    "quicksort.N6": ("proved", 0.07), "quicksort.N7": ("proved", 0.7),
    "quicksort_hoare.N4": ("proved", None), "quicksort_hoare.N5": ("proved", 0.04),
    "sorted.IS_SORTED": ("proved", None), "sorted.LOOP": ("proved", None),
    "triangle.SAFE0": ("refuted", None), "triangle.SAFE1": ("proved", None),
    "arraylist.ENUM1": ("proved", None), "arraylist.ENUM0": ("proved", None),
    "list_remove.ALL0": ("proved", None), "list_remove.ALL1": ("proved", 0.05),
    "hashtable.MULT0": ("proved", None), "hashtable.MULT1": ("proved", None),
    "rbtree.N3": ("proved", None), "rbtree.N4": ("proved", None), "rbtree.N5": ("proved", 0.02),
    "json_number.N6": ("proved", None), "json_number.N12": ("proved", 0.1),
    "tokenizer.N4": ("proved", 0.185),
    "hash_bytes.FNV1A": ("refuted", None), "hash_bytes.MURMUR": ("proved", None),
    "tables.HISTOGRAM": ("proved", 1.0), "tables.BAD_CHARACTER": ("proved", 1.0),
    "tables.SORT4": ("proved", 1.0), "tables.UNION_FIND": ("proved", 1.0),
    "matrix.IDENTITY": ("proved", None), "matrix.SCALE": ("proved", None),
}

# Rows of concrete/rows.def, as the README calls them. Each is a PUT that is proved; the ratio of its time to the native one has a limit.
CONCRETE = {
    "sort": "`std::sort`",
    "map": "`std::map`",
    "unordered_map": "`std::unordered_map`",
    "strings": "strings",
    "to_string": "`std::to_string` and `append`",
    "matrix": "matrix product",
    "virtual_calls": "virtual calls",
    "recursion": "recursion",
}
CONCRETE_LIMIT = 2.5

# The rows of the README's table: what it is called, and the PUTs it is made of.
README_ROWS = [
    ("quicksort of 6 / 7 integers", ["quicksort.N6", "quicksort.N7"]),
    ("red-black tree, 5 keys inserted", ["rbtree.N5"]),
    ("list, every occurrence removed", ["list_remove.ALL1"]),
    ("array list with growth", ["arraylist.ENUM1"]),
    ("hash table with a multiplying hash", ["hashtable.MULT1"]),
]
