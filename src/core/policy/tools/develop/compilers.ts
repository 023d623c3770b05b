import { acts, type Program, runs } from "../effect.ts";
import { compiles } from "../languages/compiled.ts";
import { optionValues } from "../option-values.ts";
import { family, type Tool, tool } from "../tool-shape.ts";

/** `-wrapper gdb,--args`: a program that the compiler calls its own parts by. */
const callsWrapper: Program = ({ args, stdin }) =>
  optionValues("-wrapper", args, stdin).flatMap((words) => [runs(words.split(",")), acts("run-helper", words)]);

/** Compilers of C and what links for them. */
export const COMPILERS: readonly Tool[] = family("verbs", [
  tool("gcc g++ cc c++ c89 c99 clang clang++ tcc", {
    also: [
      { with: "-", options: { other: "stdin" } },
      { with: "-B/tmp* -fplugin=/tmp* -Xclang-load/tmp* -Wl,-dynamic-linker,/tmp*", is: "loader-variable" },
    ],
    options: {
      reads: "@",
      loads: "-fplugin= -fpass-plugin= -specs= --config=",
      writes: "-o -MF -dumpdir",
    },
    by: (call) => [...callsWrapper(call), ...compiles(call)],
    examples: {
      "delete-vital": [`echo 'int main() { system("rm -rf /usr"); }' > a.c; gcc a.c`],
      "run-hidden": [`echo 'system("rm -rf /");' | gcc -xc -`],
      "loader-variable": ["gcc -B/tmp/x a.c"],
      "run-helper": ["gcc -wrapper /tmp/x,y a.c"],
      "read-workspace-secret": ["gcc @.env a.c"],
      "git-discard": ["echo 'git push -f' > x && gcc -fplugin=x a.c"],
      "write-guard": ["gcc -o .git/hooks/pre-commit a.c"],
      fine: ["gcc -O2 -o build/x a.c"],
    },
  }),
  tool("ld", {
    options: { reads: "@", loads: "-plugin --plugin", writes: "-o" },
    examples: {
      "read-workspace-secret": ["ld @.env"],
      "git-discard": ["echo 'git push -f' > x && ld -plugin x a.o"],
      "write-guard": ["ld -o .git/hooks/pre-commit a.o"],
      fine: ["ld -o build/x a.o"],
    },
  }),
]);
