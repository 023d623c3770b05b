import { describe, expect, test } from "vitest";
import { judge } from "../../../../src/core/policy/judge.ts";
import { PLACE } from "../../../attacks/shared-corpus.ts";

const rulesOf = (command: string): readonly string[] => judge(command, PLACE).findings.map(({ rule }) => rule);

describe("the values of options", () => {
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

  test("are found besides what rows tell", () => {
    expect(rulesOf("terraform init -plugin-dir=/tmp/x")).toContain("run-foreign");
    expect(rulesOf("terraform console <<< 'file(\"/home/dev/.ssh/id_rsa\")'")).toContain("read-secret");
  });

  test("does not take the value of an option for an operand that is loaded", () => {
    expect(rulesOf("npm install --prefix /tmp/x lodash")).toEqual(["ordinary"]);
    expect(rulesOf("npm install /tmp/x")).toContain("run-foreign");
  });
});
