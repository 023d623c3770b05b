import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/*
 * A program of the host that is given a path which commands own can be led elsewhere by a link that comes between two of
 * its calls. Every place that starts a program is listed here with what it is given.
 */

const SOURCE = join(import.meta.dirname, "../../../src");

/** What each caller gives to its program. A new caller needs a line, and a reason why no command can lead it astray. */
const GIVEN: Readonly<Record<string, string>> = {
  "apps/cli/commands/users-terminal.ts": "the terminal that the user sits at, which no command of an agent owns",
  "core/process/run-file.ts": "what its callers give",
  "core/process/spawn.ts": "a shell's plan: what it starts is the command's own, behind the wall where there is one",
  "core/process/supervisor/nursery.ts": "nacre's own script",
  "core/process/interpreter-paths.ts": "nothing: asks a bash of the system for its version",
  "core/process/make-pipe.ts":
    "a name below a directory that the host holds by descriptor: mkfifo makes, and opens nothing",
  "core/process/system/open-in-browser.ts":
    "a file of nacre's own in the state directory, by the user's act: nacre watch refuses in the shell of an agent",
  "core/process/system/ps-table.ts": "nothing: lists processes",
  "core/process/ask-login-shell.ts": "nothing: runs the user's own login files, in the user's home",
  "core/process/remove-tree.ts": "a tree of nacre's own, when nothing runs any more; rm and chmod -R follow no link",
  "core/sandbox/bubblewrap/enter-mounts.ts": "paths that perl opens inside the wall, each without following a link",
  "core/sandbox/network/abstract-sockets.ts": "nothing: asks perl whether the kernel can close them",
  "core/sandbox/bubblewrap/find-bubblewrap.ts": "nothing: asks bubblewrap for its version",
  "core/sandbox/bubblewrap/build-bubblewrap.ts":
    "the proof's plan: bubblewrap's mounts are compared with what was planned",
  "core/sandbox/guard/git/disarm-git-config.ts": "a private copy of a configuration",
  "core/snapshot/plain-git.ts":
    "the work tree and the objects: git runs with settings of nacre's own, and changes nothing there",
  "core/try/upper-attributes.ts":
    "what a try changed, when nothing of it runs any more: perl reads attributes, and goes into no link",
  "tools/bash/loss-lookup.ts": "a plan behind a wall of its own, which can change nothing and has no network",
  "tools/bash/syntax-error.ts": "the session's directory to start in: bash -n opens no file",
};

const STARTS = /(?<![.\w])(?:runFile|spawn|spawnSync|execFile|execFileSync|exec|execSync|fork)\((?!\))/;

/** Strings and comments start nothing. */
const code = (text: string): string =>
  text.replace(/\/\*[^]*?\*\/|\/\/.*$/gm, "").replace(/^.*(?:RegExp|\/[a-z]*[,;]|String\.raw).*$/gm, "");

test("every program that the host starts is known by what it is given", () => {
  const callers = readdirSync(SOURCE, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .filter((path) => {
      const text = readFileSync(join(SOURCE, path), "utf8");
      return /child_process|run-file\.ts/.test(text) && STARTS.test(code(text));
    });
  expect(callers.sort()).toEqual(Object.keys(GIVEN).sort());
});

test("git is started in two places, and neither is given a configuration that commands own", () => {
  const starts = Object.keys(GIVEN).filter((path) =>
    /trustedProgram\("git"\)/.test(readFileSync(join(SOURCE, path), "utf8")),
  );
  expect(starts).toEqual(["core/sandbox/guard/git/disarm-git-config.ts", "core/snapshot/plain-git.ts"]);
  const disarming = readFileSync(join(SOURCE, "core/sandbox/guard/git/disarm-git-config.ts"), "utf8");
  expect(disarming.match(/"--file", \S+/g)).toEqual(['"--file", path,']);
  expect(disarming.match(/(?<=\bpath: )(?!string).+?(?= \})/g)).toEqual(['join(directory, "config")', '"-"', '"-"']);
});
