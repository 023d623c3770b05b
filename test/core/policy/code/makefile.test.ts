import { expect, test } from "vitest";
import { makeCommands } from "../../../../src/core/policy/code/makefile.ts";

const MAKEFILE = `
SRC := $(wildcard src/*.c)
OUT ?= build
FLAGS = -O2
FLAGS += -Wall
NOW := $(shell date +%s)

.PHONY: all clean
all: $(OUT)/app test
$(OUT)/app: main.c util.c
\t@mkdir -p $(OUT)
\t$(CC) $(FLAGS) -o $@ $^
test: ; ./run-tests $(ARGS)
clean:
\t-rm -rf $(OUT)
\tfor f in *.o; do \\
\t  rm -f $$f; done
deploy:
\tscp app host:
`;

test("make runs the recipes of the first target and of what it needs", () => {
  expect(makeCommands(MAKEFILE, [])).toEqual([
    "date +%s",
    ["./run-tests $", "{ARGS}"].join(""),
    "mkdir -p build",
    "cc -O2 -Wall -o build/app main.c util.c",
  ]);
});

test("make runs what is asked for, with the variables of the call", () => {
  expect(makeCommands(MAKEFILE, ["clean", "OUT=dist"]).slice(1)).toEqual([
    "rm -rf dist",
    expect.stringMatching(/^for f in \*\.o; do\s+rm -f \$f; done$/),
  ]);
});

test("a value that holds itself ends", () => {
  expect(makeCommands("A = $(A) x\nall:\n\techo $(A)\n", [])).toEqual([expect.stringMatching(/^echo \*/)]);
});
