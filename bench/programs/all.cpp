// All programs as one target, each in a namespace of its own: the headers, which take most of the time, are compiled
// once.
#include <forall/forall.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <unordered_map>

// clang-format off
namespace in_quicksort {
#include "quicksort.cpp"
}
namespace in_quicksort_hoare {
#include "quicksort_hoare.cpp"
}
namespace in_sorted {
#include "sorted.cpp"
}
namespace in_triangle {
#include "triangle.cpp"
}
namespace in_arraylist {
#include "arraylist.cpp"
}
namespace in_list_remove {
#include "list_remove.cpp"
}
namespace in_hashtable {
#include "hashtable.cpp"
}
namespace in_rbtree {
#include "rbtree.cpp"
}
namespace in_json_number {
#include "json_number.cpp"
}
namespace in_tokenizer {
#include "tokenizer.cpp"
}
namespace in_hash_bytes {
#include "hash_bytes.cpp"
}
namespace in_tables {
#include "tables.cpp"
}
namespace in_matrix {
#include "matrix.cpp"
}
// clang-format on
