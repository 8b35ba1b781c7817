#!/bin/bash
# Thunks of described classes: run_stand_ins_test.sh SOURCES CLANG LLVM_TOOLS PLUGIN FOLDER ROOT
#   without a class that is stood in for, the program computes what it does without thunks
#   with all of them stood in for, and without the code of one, it asks the runtime
set -eu
sources=$1 clang=$2 tools=$3 plugin=$4 folder=$5/stand_ins root=$6
mkdir -p "$folder"
keys=5Table:5Shape:7Counter
for name in stand_ins stand_ins_code; do
  "$clang" -std=c++20 -O1 -g -fstandalone-debug -Xclang -disable-llvm-passes -emit-llvm -S "$sources/$name.cpp" -o "$folder/$name.ll"
  described=$([ $name = stand_ins ] || echo $keys)
  FORALL_DESCRIBED=$described "$tools/opt" -load-pass-plugin="$plugin" -passes='forall-stand-ins,verify' \
    "$folder/$name.ll" -o "$folder/$name.bc"
  "$clang" -O1 -c "$folder/$name.bc" -o "$folder/$name.o"
done
"$clang" -std=c++20 -I"$root/src" -I"$root/include" -c "$sources/stand_ins_runtime.cpp" -o "$folder/runtime.o"
echo '#include "stand_ins.h"
int Table::missing(float) const { return 0; }' > "$folder/missing.cpp"
"$clang" -std=c++20 -I"$sources" "$sources/stand_ins.cpp" "$sources/stand_ins_code.cpp" "$folder/missing.cpp" -o "$folder/plain"
"$clang" "$folder"/{stand_ins,stand_ins_code,runtime}.o -o "$folder/with_code"
# Without the definitions of Table. What else the program needs of that file is written here.
echo '#include "stand_ins.h"
int with_code(Table&) { return 0; }
int with_shape(Shape& shape) { return shape.area(3) + (shape.named("square") ? 100 : 0); }
int with_counter(Counter& counter) { return counter.next() + counter.twice(); }' > "$folder/rest.cpp"
"$clang" -std=c++20 -I"$sources" "$folder/rest.cpp" "$folder"/{stand_ins,runtime}.o -o "$folder/without_code"

"$folder/plain" > "$folder/plain.out"
"$folder/with_code" > "$folder/with_code.out"
diff "$folder/plain.out" "$folder/with_code.out"
LIST=1 "$folder/with_code" > "$folder/list.out"
STAND_IN=1 "$folder/with_code" > "$folder/stood_in.out"
! "$folder/without_code" > "$folder/without_code.out"
STAND_IN=1 "$folder/without_code" > "$folder/without_code_stood_in.out"
cat "$folder/list.out" "$folder/stood_in.out" "$folder/without_code.out" "$folder/without_code_stood_in.out" > "$folder/all.out"
diff "$sources/stand_ins.expected" "$folder/all.out"
