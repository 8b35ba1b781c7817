#!/bin/sh
# The pictures of docs/report.md: explores examples, some of them before and after a change, and takes a picture of every
# view of their report.   web/scripts/pictures.sh FORALL
set -eu
forall=$(realpath "$1")
root=$(realpath "$(dirname "$0")/../..")
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
cp -r "$root/examples" "$work"
cd "$work"

# Refuted tests have an exit code of their own.
explore() { "$forall" explore --quiet --emit none "$@" > explore.log || [ $? = 1 ]; }
other() { "$forall" "$@" --json > "$1.json" || [ $? = 1 ]; }

tests="examples/triangle/triangle_test.cpp examples/map/map_test.cpp examples/digits/digits_test.cpp
       examples/bank/account_test.cpp examples/calendar/calendar_test.cpp examples/papers/linked_list/linked_list_puts.cpp"
# Before: the account may be overdrawn, and sides of triangles are added without overflow.
sed -i 's/cents > cents_)/cents > cents_ + 1)/' examples/bank/account.h
sed -i 's/(a + b <= c || b + c <= a || a + c <= b)/(1L * a + b <= c || 1L * b + c <= a || 1L * a + c <= b)/' examples/triangle/triangle.h
explore $tests
cp "$root/examples/bank/account.h" examples/bank
cp "$root/examples/triangle/triangle.h" examples/triangle
explore $tests examples/axioms/bag/*.cpp

other class CoinBox --in examples/class/coin_box.h --against examples/class/coin_box_corrected.h
other infer Turnstile --in examples/infer/turnstile.h
sed -i 's/heap_.push_back(x);/heap_.insert(heap_.begin(), x);/' examples/spec/priority_queue.h
other spec examples/spec/priority_queue.spec --class PriorityQueue --in examples/spec/priority_queue.h

"$forall" replay 'LinkedList*' --line-hits lines.info
"$forall" report --html report.html --line-hits lines.info --with class.json --with infer.json --with spec.json
node "$root/web/scripts/screenshots.mjs" report.html pictures
for picture in pictures/*.png; do
  name=$(basename "$picture")
  case $name in more-*) ;; *) cp "$picture" "$root/docs/report-$name" ;; esac
done
