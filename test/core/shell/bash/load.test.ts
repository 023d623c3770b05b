import { type StdioOptions, spawnSync } from "node:child_process";
import { closeSync, openSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SHELL_FDS } from "../../../../src/core/process/supervisor/supervisor-script.ts";
import { type Hello, loadOf, readHello } from "../../../../src/core/shell/bash/load.ts";
import { helloLine } from "../../../../src/core/shell/bash/script-lines.ts";
import { type BashState, readDump } from "../../../../src/core/shell/bash/state.ts";
import { dumpBehind } from "../../../support/bash-dump.ts";
import { tempDir } from "../../../support/temp-dir.ts";

/** Loads a state in a bash of its own; what it says of that, and what it prints behind it. */
function loaded(state: BashState, show: string): { readonly hello: Hello | undefined; readonly shown: string } {
  const load = loadOf({ state });
  const file = join(tempDir(), "state");
  writeFileSync(file, load.bytes ?? "");
  const fd = openSync(file, "r");
  const between = Array.from({ length: SHELL_FDS.state - 3 }, () => "ignore" as const);
  const stdio: StdioOptions = ["pipe", "pipe", "pipe", ...between, fd];
  const input = `exec 254>&1\n${load.lines}${helloLine("nonce")}printf 'shown'\n${show}`;
  const { stdout } = spawnSync("bash", ["--norc"], { input, stdio, encoding: "latin1" });
  closeSync(fd);
  const [said = "", shown = ""] = stdout.split("shown");
  return { hello: readHello(`soft\0hard\0${said}`, "nonce", load), shown };
}

const stateBehind = (script: string): BashState => {
  const read = readDump(dumpBehind(script), new Map());
  if (read === undefined) throw new Error("bash said nothing");
  return read.state;
};

test("a bash without a state loads none", () => {
  const load = loadOf({ state: undefined });
  expect([load.bytes, load.items, load.lost]).toEqual([undefined, [], []]);
  expect(readHello("nonce\0\0\0", "nonce", load)).toEqual({ atStart: new Map(), missing: [] });
  expect(readHello("nonce\0", "nonce", load)).toBeUndefined();
});

test("a state is loaded whole, whatever it holds", () => {
  const state = stateBehind(
    "v=$'a\\nb'; f() { echo f; }; declare -A m=([k]=1); set -- x y; IFS=$'\\001'; shopt -s nullglob",
  );
  const { hello, shown } = loaded(state, 'printf "<%s>" "$v" "${m[k]}" "$#" "$IFS"; f; shopt -p nullglob');
  expect(hello?.missing).toEqual([]);
  expect(shown).toBe("<a\nb><1><2><\u0001>f\nshopt -s nullglob\n");
});

test("an item that cannot be loaded costs itself alone, wherever it stands", () => {
  const state = stateBehind("a=1; m=4+; declare -i m; n=5+; declare -i n; z=2; f() { echo f; }");
  const broken = { ...state, functions: new Map([["bad", "bad () {"], ...state.functions]), umask: "umask 999" };
  const { hello, shown } = loaded(broken, "echo $a [$m] $z; f");
  expect(hello?.missing.toSorted()).toEqual(["the function bad", "the umask", "the variable m", "the variable n"]);
  expect(shown).toBe("1 [] 2\nf\n");
});

test("what is left out is missing too", () => {
  const state = stateBehind('builtin() { command builtin "$@"; }; v=1');
  const { hello, shown } = loaded({ ...state, limits: new Map([["Sn", "4"]]) }, "type -t builtin; echo $v");
  expect(hello?.missing).toEqual(["the function builtin", "ulimit -Sn"]);
  expect(shown).toBe("builtin\n1\n");
});
