#!/bin/bash
# Runs the RUN lines of one test: run_ll_test.sh FILE LLVM_TOOLS PLUGIN TRIPLE
set -eu
file=$1 tools=$2 plugin=$3 triple=$4
lines=$(sed -n 's/^; RUN: //p' "$file")
[ -n "$lines" ] || { echo "$file: no RUN line"; exit 1; }
printf '%s\n' "$lines" | while IFS= read -r line; do
  command=$(printf '%s' "$line" | sed -e "s|%opt|$tools/opt -S -mtriple=$triple -load-pass-plugin=$plugin|g" \
    -e "s|%check|$tools/FileCheck --dump-input=fail $file|g" -e "s|%s|$file|g" -e "s|%triple|$triple|g")
  bash -o pipefail -ec "$command" || { echo "failed: $command"; exit 1; }
done
