import { expect, test } from "vitest";
import { OURS } from "../../../../src/core/shell/bash/script-lines.ts";
import {
  type BashState,
  codeIn,
  codeOf,
  lostWith,
  readDump,
  stateBytes,
  stateItems,
  stoppersIn,
} from "../../../../src/core/shell/bash/state.ts";
import { dumpBehind } from "../../../support/bash-dump.ts";

const stateBehind = (script: string): BashState => {
  const read = readDump(dumpBehind(script), new Map());
  if (read === undefined) throw new Error("bash said nothing");
  return read.state;
};

test("what bash says of itself is read part by part", () => {
  const dump = dumpBehind("cd /usr; v=1; f() { :; }; trap 'echo x' USR1; alias a='b c'; umask 027; set -C -- p 'q r'");
  const read = readDump(dump, new Map());
  expect(read?.place).toEqual({ path: "/usr", name: "/usr" });
  expect(read?.state.variables.get("v")).toBe('declare -- v="1"');
  expect(read?.state.functions).toEqual(new Map([["f", "f () \n{ \n    :\n}\n"]]));
  expect(read?.state.traps.get("SIGUSR1")).toBe("'echo x'");
  expect(read?.state.aliases.get("a")).toBe("alias a='b c'");
  expect(read?.state.umask).toBe("umask 0027");
  expect(read?.state.options).toContain("noclobber");
  expect(read?.state.arguments).toBe("p q\\ r");
  const { functions, unnamed } = codeIn(dump);
  expect([[...functions], unnamed]).toEqual([["f"], ["'echo x'", "alias a='b c'\n"]]);
  expect(readDump(dump.slice(0, dump.length / 2), new Map())).toBeUndefined();
});

test("what a state can run is its functions, its aliases and its traps but for EXIT, which fires with its own text", () => {
  const { functions, unnamed } = codeOf(stateBehind("f() { :; }; trap 'echo x' USR1; trap 'echo y' EXIT; alias a=b"));
  expect([[...functions], unnamed]).toEqual([["f"], ["'echo x'", "alias a='b'"]]);
});

test("values with line ends hide no other variable, also where bash prints them as they are", () => {
  const { variables } = stateBehind("a=$'1\\ndeclare -- fake=2'; b=(x $'y\\ndeclare -- fake=3'); c=4");
  expect([variables.has("a"), variables.has("b"), variables.get("c")]).toEqual([true, true, 'declare -- c="4"']);
  expect(variables.has("fake")).toBe(false);
  const [before, ...parts] = dumpBehind(":").split("\0");
  const raw = [`declare -- a="1\ndeclare -- fake=\\"2\\""\n${before}`, ...parts].join("\0");
  const old = readDump(raw, new Map())?.state.variables;
  expect([old?.get("a"), old?.has("fake")]).toEqual(['declare -- a="1\ndeclare -- fake=\\"2\\""', false]);
});

test("a here-document that looks like the next function belongs to its own", () => {
  const { functions } = stateBehind(
    "f() {\ncat <<E\n}\ng () \n{ \necho no\n}\nE\n}\ng() { echo 'h () \n{ '; }\nh() { :; }\nexport -f h",
  );
  expect([...functions.keys()]).toEqual(["f", "g", "h"]);
  expect(functions.get("f")).toMatch(/echo no\n\}\nE\n\n\}\n$/);
  expect(functions.get("g")).toBe("g () \n{ \n    echo 'h () \n{ '\n}\n");
  expect(functions.get("h")).toBe("h () \n{ \n    :\n}\n");
});

test("what a function hides is taken from the state before: local variables and the arguments", () => {
  const before = stateBehind("X=1; set -- a b");
  const [variables = "", ...rest] = dumpBehind("X=1; set -- a b").split("\0");
  const inFunction = [variables.replace('X="1"', 'X="2"'), ...rest];
  inFunction[11] = 'declare -- X="2"\ndeclare -- Y="3"\n';
  inFunction[12] = "1 c ";
  inFunction[18] = "2";
  const state = readDump(inFunction.join("\0"), new Map(), before)?.state;
  expect(state?.variables.get("X")).toBe('declare -- X="1"');
  expect(state?.variables.has("Y")).toBe(false);
  expect([state?.arguments, state?.hidden]).toEqual(["a b", ["X", "Y"]]);
  expect(state && lostWith(state)).toEqual(["the variable X"]);
});

test("what bash sets itself, what is nacre's, and a function called builtin are left out, the last by name", () => {
  const state = stateBehind(
    `${OURS}x=1; ${OURS}() { :; }; v=1; UID_=2; builtin() { command builtin "$@"; }; f() { :; }`,
  );
  const names = stateItems(state).map(({ name }) => name);
  expect(names).toContain("the variable v");
  expect(names).toContain("the variable UID_");
  expect(names).toContain("the function f");
  expect(names.filter((name) => /the (?:variable|function) (?:UID|PPID|BASHPID|_|builtin|_n.*)$/.test(name))).toEqual(
    [],
  );
  expect(lostWith(state)).toEqual(["the function builtin"]);
});

test("a limit under which nacre's lines cannot run is left out, by name", () => {
  const limits = new Map([
    ["Sn", "5"],
    ["St", "300"],
  ]);
  const state = { ...stateBehind(":"), limits };
  expect(stateItems(state).filter(({ name }) => name.startsWith("ulimit"))).toEqual([
    { name: "ulimit -St", text: "\\builtin ulimit -St 300" },
  ]);
  expect(lostWith(state)).toEqual(["ulimit -Sn"]);
});

test("the bytes begin with the names of the environment to keep; items that can stop a line are counted", () => {
  const state = stateBehind("unset ${!LC_*} LANG; export E=1; n=x; declare -i i=3; declare -n r=n");
  const items = stateItems(state);
  const [environment = "", ...texts] = stateBytes(state, items).toString("latin1").split("\0");
  expect(environment.split(" ")).toContain("E");
  expect(environment.split(" ")).not.toContain("n");
  expect(texts.slice(0, -1)).toEqual(items.map(({ text }) => text));
  expect(stoppersIn(items) - stoppersIn([])).toBe(items.filter(({ text }) => /^declare -[^ ]*[in]/.test(text)).length);
});
