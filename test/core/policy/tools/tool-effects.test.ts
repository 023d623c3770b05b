import { describe, expect, test } from "vitest";
import { judgeBy } from "../../../../src/core/policy/judge.ts";
import { family, tool } from "../../../../src/core/policy/tools/tool-shape.ts";
import { ToolTable } from "../../../../src/core/policy/tools/tool-table.ts";
import { PLACE } from "../../../attacks/shared-corpus.ts";

const TABLE = new ToolTable(
  family("everything", [
    tool("gizmo", {
      takes: "-C: --dry-run",
      stopsAtWord: true,
      works: "-C",
      does: [{ with: "--dry-run" }],
      commands: family("everything", [
        tool("drop", {
          takes: "-m: --message: --force",
          does: [{ with: "-f --force", is: "git-discard" }],
          also: [{ on: ["*", "*"], is: "publish" }],
          options: { writes: "--message" },
          examples: {},
        }),
      ]),
      examples: {},
    }),
  ]),
);

const rulesOf = (command: string): readonly string[] => judgeBy(TABLE, command, PLACE).findings.map(({ rule }) => rule);

describe("a command of a tool", () => {
  test.each([
    ["gizmo drop -f", ["git-discard"]],
    ["gizmo -C lib drop -af", ["git-discard"]],
    ["gizmo drop --for", ["git-discard"]],
    ["gizmo drop", ["ordinary"]],
    ["gizmo drop --help", ["ordinary"]],
    ["gizmo other -f", ["ordinary"]],
  ])("%s", (command, rules) => expect(rulesOf(command)).toEqual(rules));

  test("is not asked where a row of the tool decides", () => {
    expect(rulesOf("gizmo --dry-run drop -f")).toEqual(["ordinary"]);
  });

  test("keeps its options: the tool does not find them", () => {
    expect(rulesOf("gizmo drop -f --dry-run")).toEqual(["git-discard"]);
  });
});

test("the value of an option, and a word behind --, is no switch", () => {
  expect(rulesOf("gizmo drop -m -f")).toEqual(["ordinary"]);
  expect(rulesOf("gizmo drop -- -f")).toEqual(["ordinary"]);
});

test("a value is found where its option is abbreviated", () => {
  expect(rulesOf("gizmo drop --mess=/etc/passwd")).toEqual(["write-vital"]);
});

test("* asks for a word that is there", () => {
  expect(rulesOf("gizmo drop a")).toEqual(["ordinary"]);
  expect(rulesOf("gizmo drop a b")).toEqual(["publish"]);
});

test("a tool works where it is called, or where it is told", () => {
  expect(rulesOf("cd /etc && gizmo drop")).toEqual(["work-outside"]);
  expect(rulesOf("gizmo -C /etc drop")).toEqual(["work-outside"]);
});
