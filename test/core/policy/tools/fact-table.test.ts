import { describe, expect, test } from "vitest";
import { judge } from "../../../../src/core/policy/judge.ts";
import { isRuleId } from "../../../../src/core/policy/rules/all-rules.ts";
import { FACTS } from "../../../../src/core/policy/tools/fact-table.ts";
import { PLACE } from "../../../attacks/shared-corpus.ts";

const rulesOf = (command: string): readonly string[] => judge(command, PLACE).findings.map(({ rule }) => rule);

const HEADS = new Set(
  "shell helper loads writes reads deletes sends fetches scripts borrowed operands edits acts python javascript perl ruby php lua awk other".split(
    " ",
  ),
);

describe("the table of facts", () => {
  test("is written in words that are read", () => {
    const words = FACTS.trim()
      .split("\n")
      .flatMap((line) => line.split(/\s+/).slice(1));
    const wrong = words.filter((word) => {
      const [head = "", list = ""] = word.split(/:(.*)/s);
      if (head === "acts") return !isRuleId(list.split("=")[0] ?? "");
      if (head === "operands") return !HEADS.has(list);
      return !HEADS.has(head) || list === "";
    });
    expect(wrong).toEqual([]);
  });

  test.each([
    ["behind the option", "ninja -f /tmp/x.ninja"],
    ["behind an equals sign", "eslint --config=/tmp/x.js src"],
    ["glued to a short option", "ruby -r/tmp/x -e 1"],
    ["as a prefix of the word", "java -javaagent:/tmp/x.jar -jar app.jar"],
    ["as a prefix of the next word", "rustc -C linker=/tmp/x a.rs"],
    ["behind a name of its own", "protoc --plugin=protoc-gen-x=/tmp/x --x_out=. a.proto"],
  ])("finds a value %s", (_where, command) => {
    expect(rulesOf(command)).toContain("run-foreign");
  });

  test("speaks besides what a family knows, and a tool may have several lines", () => {
    expect(rulesOf("terraform init -plugin-dir=/tmp/x")).toContain("run-foreign");
    expect(rulesOf("terraform console <<< 'file(\"/home/dev/.ssh/id_rsa\")'")).toContain("read-secret");
  });

  test("does not take the value of an option for an operand that is loaded", () => {
    expect(rulesOf("npm install --prefix /tmp/x lodash")).toEqual(["ordinary"]);
    expect(rulesOf("npm install /tmp/x")).toContain("run-foreign");
  });
});
