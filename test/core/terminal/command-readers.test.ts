import { expect, test } from "vitest";
import { programName, type Reads, readsAs, readsCommands } from "../../../src/core/terminal/command-readers.ts";
import { terminalProcess } from "./terminal-process.ts";

const ROWS: readonly (readonly [reads: Reads, lines: readonly string[]])[] = [
  [
    "shell",
    [
      "bash",
      "-bash",
      "/bin/sh",
      "bash --norc -i",
      "bash -l",
      "bash -ic ls",
      "zsh -f",
      "bash -O extglob",
      "bash --rcfile x",
      "sh -s a b",
      "dash -",
    ],
  ],
  [
    "other",
    ["bash -c ls", "bash script.sh", "sh -ec ls", "bash --norc x.sh", "vim x", "less x", "git add -p", "npm init"],
  ],
  [
    "code",
    [
      "python3",
      "/usr/bin/python3.11 -q",
      "python3 -i x.py",
      "python -W ignore",
      "node",
      "node -r x",
      "irb",
      "psql shop",
      "sqlite3 x.db",
      "php -a",
      "python3 /usr/bin/ipython",
      "deno repl",
    ],
  ],
  [
    "other",
    [
      "python3 x.py",
      "python3 -u x.py",
      "python3 -c 1",
      "python3 -m pdb x.py",
      "node x.js",
      "node -e 1",
      "psql -c select",
      "sqlite3 -cmd x -f y",
      "gdb ./a",
    ],
  ],
  ["inner", ["tmux", "ssh host", "docker exec -it x bash", "su", "sudo -i", "busybox sh"]],
];

test.each(ROWS.flatMap(([reads, lines]) => lines.map((line) => ({ line, reads }))))(
  "$line reads $reads",
  ({ line, reads }) => {
    expect(readsAs(terminalProcess(line))).toBe(reads);
    expect(readsCommands(terminalProcess(line))).toBe(reads !== "other");
  },
);

test("a shell that calls itself otherwise is told by its file", () => {
  expect(readsAs(terminalProcess("harmless", { exe: "/usr/bin/bash" }))).toBe("shell");
  expect(readsAs(terminalProcess("harmless", { exe: "/usr/bin/bash (deleted)" }))).toBe("shell");
});

test("a file that calls itself a shell is one", () => {
  expect(readsAs(terminalProcess("bash", { exe: "/opt/tool" }))).toBe("shell");
});

test("a client of tmux is told by the name it gave itself", () => {
  expect(readsAs(terminalProcess("x", { exe: undefined, name: "tmux: client" }))).toBe("inner");
});

test("nacre's own bash reads no line", () => {
  expect(readsAs(terminalProcess("bash", { isCommandShell: true }))).toBe("other");
});

test("a program is named without its directory and the dash of a login shell", () => {
  expect([programName(terminalProcess("/usr/bin/vim x")), programName(terminalProcess("-bash"))]).toEqual([
    "vim",
    "bash",
  ]);
});
