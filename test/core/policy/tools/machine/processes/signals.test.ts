import { describe, expect, test } from "vitest";
import { acts, prints } from "../../../../../../src/core/policy/tools/effect.ts";
import { findByName, kill, killByName } from "../../../../../../src/core/policy/tools/machine/processes/signals.ts";
import { CHILD, NUMBER, PARENT, PROCESSES } from "../../../../../../src/core/policy/values/abstract-text.ts";
import { callOf } from "../../../../../support/tool-call.ts";

describe("kill", () => {
  test.each([
    ["kill -9 -1", [acts("kill-guard")]],
    ["kill 1", [acts("kill-guard")]],
    [`kill ${PARENT}`, [acts("kill-guard")]],
    [`kill ${PROCESSES}sshd`, [acts("kill-guard")]],
    [`kill ${PROCESSES}vite`, [acts("kill-process")]],
    ["kill -TERM 4321", [acts("kill-process", "4321")]],
    ["kill -s TERM -- -4321", [acts("kill-process", "-4321")]],
    ["kill -9 -4321", [acts("kill-process", "-4321")]],
  ])("%j reaches beyond the session", (line, effects) => {
    expect(kill(callOf(line))).toEqual(effects);
  });

  test.each(["kill %1", `kill -9 ${CHILD}`, `kill ${NUMBER}`, "kill -0 1", "kill -l"])("%j does not", (line) => {
    expect(kill(callOf(line))).toEqual([]);
  });
});

test.each([
  ["pkill -f vite", [acts("kill-process", "vite")]],
  ["pkill -u dev node", [acts("kill-process", "node")]],
  ["pkill sshd", [acts("kill-guard")]],
  ["pkill -f .*", [acts("kill-guard")]],
  ["pkill bash", [acts("kill-guard")]],
  ["pkill --help", []],
])("%s", (line, effects) => {
  expect(killByName(callOf(line))).toEqual(effects);
});

test("processes that are found carry the name they were found by", () => {
  expect(findByName(callOf("pgrep -f vite"))).toEqual([prints(`${PROCESSES}vite`)]);
});
