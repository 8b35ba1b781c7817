# The two commands a newcomer needs are `make demo` and `make test`; each sets up everything it needs.
.DEFAULT_GOAL := help
.PHONY: help packages configure build demo test quick sanitize tidy bench evaluate vsix test-editor format check-format clean

build_dir := build/release
forall := $(build_dir)/bin/forall
sources = $(shell find src include tests bench examples -name "*.h" -o -name "*.cpp")

help:
	@echo "make demo          build forall and explore the examples"
	@echo "make test          build everything and run all tests"
	@echo "make quick         build, and run the tests that matter while editing"
	@echo "make sanitize      run all unit tests in a debug build with sanitizers"
	@echo "make tidy          run clang-tidy over the sources that changed"
	@echo "make build         build the tool, the pass plugin and the runtime"
	@echo "make bench         measure speed and compare it with other tools"
	@echo "make evaluate      explore the subjects of the papers and write docs/evaluation.md"
	@echo "make vsix          package the extension for VS Code: build/forall.vsix"
	@echo "make test-editor   run the extension in VS Code's workbench, in a browser"
	@echo "make format        format the sources;  make check-format only looks"

packages:
	@tools/install-packages

configure: packages
	@cmake --preset release --log-level=WARNING >/dev/null

build: configure
	@cmake --build $(build_dir) --target forall_tool

demo: build
	@tools/demo $(forall) build/demo

# The units that the rest stands on run under sanitizers as well. Both runs are made, even if the first fails.
test: configure
	@cmake --build $(build_dir) --target all unit_tests
	@cmake --preset sanitize --log-level=WARNING >/dev/null
	@cmake --build build/sanitize --target foundation_tests
	@ctest --preset sanitize -L foundation; foundation=$$?; ctest --preset release && exit $$foundation

quick: configure
	@cmake --build $(build_dir) --target forall_tool quick_tests
	@ctest --preset quick

sanitize: packages
	@cmake --preset sanitize --log-level=WARNING >/dev/null
	@cmake --build build/sanitize --target unit_tests
	@ctest --preset sanitize

tidy: configure
	@tools/check-tidy

bench: build
	@bench/run --forall $(forall) --out build/bench

evaluate: build
	@tools/evaluate $(forall)

vsix:
	@mkdir -p build
	@cd editors/vscode && npm install --no-save --no-audit --no-fund --loglevel error && npm run --silent vsix -- $(CURDIR)/build/forall.vsix

# VS Code's workbench and extension host from npm (code-server), and Debian's Chromium. The first run downloads and compiles for minutes.
test-editor: build vsix
	@tools/test-editor

format: packages
	@clang-format-19 -i $(sources)

check-format: packages
	@tools/check-format

clean:
	@rm -rf build
