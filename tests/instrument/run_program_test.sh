#!/bin/bash
# Builds a program with and without the pass and compares what it prints:
#   run_program_test.sh SOURCE CLANG PLUGIN FOLDER ARCHIVE...
set -eu
source=$1 clang=$2 plugin=$3 folder=$4
shift 4
name=$folder/$(basename "$source" .cpp)
checks="-fsanitize=integer-divide-by-zero,signed-integer-overflow,shift,bounds,null,return,unreachable -fsanitize-trap=all"
flags="-std=c++20 -O1 -g -fno-vectorize -fno-slp-vectorize -D_GLIBCXX_ASSERTIONS -Wno-deprecated-declarations"
"$clang" $flags $checks -fpass-plugin="$plugin" "$source" -o "$name.instrumented" "$@" -lgtest -lpthread -ldl
"$clang" $flags "$source" -o "$name.plain" -lgtest -lpthread
"$name.plain" > "$name.plain.out"
"$name.instrumented" > "$name.instrumented.out"
diff "$name.plain.out" "$name.instrumented.out"
