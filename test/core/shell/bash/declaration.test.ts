import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { asText } from "../../../../src/core/shell/bash/answer.ts";
import { unquoted, variableIn } from "../../../../src/core/shell/bash/declaration.ts";

const bash = (script: string): string => spawnSync("bash", ["-c", script], { encoding: "latin1" }).stdout;

test.each([
  ["plain", "v=abc"],
  ["quotes of every kind", `v=$'a"b\\'c\`d$e\\\\f'`],
  ["line ends and control characters", "v=$'a\\nb\\tc\\001d\\ee\\177'"],
  ["what looks like an escape", "v='\\n\\x41\\101'"],
  ["an empty value", "v="],
  ["bytes and letters", "v=$'\\xff\\xc3\\xa9é'"],
])("the value that bash prints is read back: %s", (_title, set) => {
  const line = bash(`${set}; declare -p v`).replace(/\n$/, "");
  expect(variableIn(line)).toEqual({ attributes: "", value: bash(`${set}; printf %s "$v"`) });
});

test("attributes, unset variables and lists are read", () => {
  const read = (script: string) => variableIn(bash(`${script}; declare -p v`).trimEnd());
  expect(read("export v=1; readonly v")).toEqual({ attributes: "rx", value: "1" });
  expect(read("declare -x v")).toEqual({ attributes: "x", value: undefined });
  expect(read("declare -n v=w")).toEqual({ attributes: "n", value: "w" });
  expect(read("v=([3]='a b' [7]=$'c\\nd')")).toEqual({
    attributes: "a",
    value: new Map([
      ["3", "a b"],
      ["7", "c\nd"],
    ]),
  });
  const keyed = read(`declare -A v=(['a]=b']=1 ["q'\\""]=$'x\\ny' [plain]='(' ['$k']='[z]=1')`);
  expect(new Map([...(keyed.value as ReadonlyMap<string, string>)].toSorted())).toEqual(
    new Map([
      ["$k", "[z]=1"],
      ["a]=b", "1"],
      ["plain", "("],
      [`q'"`, "x\ny"],
    ]),
  );
});

test("a word in single quotes is read, as aliases are printed", () => {
  expect(unquoted(`'echo '\\''x'\\'' "y"'`)).toBe(`echo 'x' "y"`);
  expect(unquoted("\\'")).toBe("'");
  expect(asText(unquoted(bash("alias a='é'; alias a").trimEnd().slice("alias a=".length)))).toBe("é");
});
