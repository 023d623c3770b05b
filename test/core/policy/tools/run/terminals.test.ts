import { expect, test } from "vitest";
import { acts, runs, shell } from "../../../../../src/core/policy/tools/effect.ts";
import { screen, terminal, tmux } from "../../../../../src/core/policy/tools/run/terminals.ts";
import { callOf } from "../../../../support/tool-call.ts";

test.each([
  [["xterm", "-e", "ls -l"], [shell("ls -l")]],
  [["xterm", "--", "ls", "-l"], [runs(["ls", "-l"])]],
  [["xterm", "ls -l"], [shell("ls -l")]],
  [["xterm", "word"], []],
])("%j", (words, effects) => {
  expect(terminal("-e: -x: --command:")(callOf(words))).toEqual(effects);
});

test.each([
  ["tmux new-session -d -s x ls -a", [shell("ls")]],
  ["tmux run-shell ls", [shell("ls")]],
  ["tmux kill-server", [acts("kill-process")]],
  ["tmux set-option default-shell ./x", [acts("run-helper")]],
  ["tmux set-option status off", []],
  ["tmux attach -t x", []],
])("%s", (line, effects) => {
  expect(tmux(callOf(line))).toEqual(effects);
});

test.each([
  ["screen -S x ls -l", [runs(["ls", "-l"])]],
  ["screen -S x -X stuff ls", [shell("ls")]],
  ["screen -r x", []],
])("%s", (line, effects) => {
  expect(screen(callOf(line))).toEqual(effects);
});
