import { mkdirSync, realpathSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FRESH } from "../../../../src/core/shell/bash/answer.ts";
import { dumpLine } from "../../../../src/core/shell/bash/exit-hook.ts";
import { beginLines, cdLine, endLines, OURS, quote } from "../../../../src/core/shell/bash/script-lines.ts";
import { ScriptedBash } from "../../../support/scripted-bash.ts";

test("a text runs at the top level of a script: its lines are counted from one, and nothing of nacre's is there", async () => {
  const bash = await ScriptedBash.start();
  const { stdout, stderr } = await bash.run(
    "echo $0 $LINENO $BASH_SUBSHELL ${#FUNCNAME[@]} ${#BASH_SOURCE[@]} [$_]\nno_such_command\ndeclare -F; trap -p; set | grep -cE '^_[0-9a-f]{6}'",
  );
  expect([stdout, stderr]).toEqual(["bash 1 0 0 1 [bash]\n0\n", "bash: line 2: no_such_command: command not found\n"]);
});

test("an evaluated text counts its lines from one too", async () => {
  const bash = await ScriptedBash.start();
  const { stdout, stderr } = await bash.run("echo $LINENO\nno_such_command", { isInline: false });
  expect([stdout, stderr]).toEqual(["1\n", "bash: line 2: no_such_command: command not found\n"]);
});

test("a text finds the status, the last word and the pipe statuses that the one before left", async () => {
  const bash = await ScriptedBash.start();
  await bash.run("echo one two; (exit 3)");
  expect((await bash.run('echo "$? $_"')).stdout).toBe("3 two\n");
  await bash.run("(exit 2) | (exit 5) | true");
  expect((await bash.run("echo ${PIPESTATUS[@]} $?", { namesPipeStatus: true })).stdout).toBe("2 5 0 0\n");
  await bash.run("true 'it'\\''s'");
  expect((await bash.run('echo "$_"')).stdout).toBe("it's\n");
});

test("options that nacre's lines cannot run under are the user's again in the next text", async () => {
  const bash = await ScriptedBash.start();
  const { heard } = await bash.run("set -euT; set -o posix; set -x");
  expect(heard).toMatchObject({ kind: "answer", answer: { status: 0 } });
  const { stdout, stderr } = await bash.run('echo "$-"; shopt -qo posix && echo posix');
  expect(stdout).toMatch(/^\S*e\S*u\S*x\S*T\S*\nposix\n$/);
  expect(stderr.split("\n").filter((line) => line !== "" && !/^\+ (?:echo|shopt) /.test(line))).toEqual([]);
});

test("a trace shows nothing of nacre's, over many texts", async () => {
  const bash = await ScriptedBash.start();
  await bash.run("set -x");
  for (let turn = 0; turn < 20; turn++) expect((await bash.run(`echo ${turn}`)).stderr).toBe(`+ echo ${turn}\n`);
  await bash.run("(exit 3)");
  expect((await bash.run("echo $?")).stderr).toBe("+ echo 3\n");
});

test("a DEBUG trap sees the commands of the text, and an ERR trap its failures only", async () => {
  const bash = await ScriptedBash.start();
  await bash.run("trap 'echo \"[$BASH_COMMAND]\"' DEBUG; trap 'echo err' ERR");
  const { stdout } = await bash.run("false\n:");
  // The handler of ERR is a command as well, and goes by the name of what failed: so does bash in a script.
  expect(stdout).toBe("[false]\n[false]\nerr\n[:]\n");
  expect((await bash.run("(exit 4)")).heard).toMatchObject({ kind: "answer", answer: { status: 4 } });
});

test("set -e ends bash in a text, and not between two", async () => {
  const bash = await ScriptedBash.start();
  await bash.run("false");
  await bash.run("set -e", {});
  expect((await bash.run("echo on")).stdout).toBe("on\n");
  expect((await bash.run("false; echo no")).heard).toMatchObject({ kind: "exit", exit: { exitCode: 1 } });
});

test("what a text did to its streams ends with it", async () => {
  const bash = await ScriptedBash.start();
  expect((await bash.run("exec 2>&1 >&-; exec 10>&2; echo {fd}")).heard.kind).toBe("answer");
  expect(await bash.run("echo out; echo err >&2")).toMatchObject({ stdout: "out\n", stderr: "err\n" });
});

test("stdin is nothing, or the file that the caller names", async () => {
  const bash = await ScriptedBash.start();
  expect((await bash.run("cat; echo end")).stdout).toBe("end\n");
  const lines = beginLines({ after: FRESH, streams: { in: "/a b", out: "/o", err: "/o" }, isInline: true });
  expect(lines).toContain("\\exec >'/o' 2>&1 <'/a b' || \\exit");
});

test("a function called exec hides nothing from nacre's lines", async () => {
  const bash = await ScriptedBash.start();
  await bash.run("exec() { echo no; }", { hidesExec: true });
  expect(await bash.run("echo out; shopt inherit_errexit", { hidesExec: true })).toMatchObject({
    stdout: "out\ninherit_errexit\toff\n",
    heard: { kind: "answer" },
  });
});

test("builtins that a text switched off are off in the next, and nacre's lines go on", async () => {
  const bash = await ScriptedBash.start();
  const { heard } = await bash.run("enable -n printf cd", { isTight: true });
  expect(heard).toMatchObject({
    kind: "answer",
    answer: { status: 0, disabled: expect.arrayContaining(["cd", "printf"]) },
  });
  const { stdout } = await bash.run("type -t printf; enable -n", { isTight: true });
  expect(stdout).toBe("file\nenable -n cd\nenable -n printf\n");
});

test("what a text leaves is told: the name of the directory, aliases, its place", async () => {
  const bash = await ScriptedBash.start();
  const [real, name] = [join(bash.directory, "real"), join(bash.directory, "name")];
  mkdirSync(real);
  symlinkSync(real, name);
  const { heard } = await bash.run(`alias a=b c=d; cd ${quote(name)}`);
  expect(heard).toMatchObject({ kind: "answer", answer: { cwd: name, aliases: 2 } });
  expect(JSON.stringify(heard.kind === "answer" && heard.answer.place)).toContain(realpathSync(name));
  const { heard: silent } = await bash.run(":", { tellsPlace: false });
  expect(silent).toMatchObject({ kind: "answer", answer: { place: undefined } });
});

test("a line of nacre's moves bash, and says everything that bash holds", async () => {
  const bash = await ScriptedBash.start();
  await bash.run("x='a b'; f() { :; }; alias q=r; set -- one 'two three'");
  const end = endLines({ nonce: "moved", tellsPlace: false });
  const read = (said: string): true | undefined => said.includes("\0moved\0") || undefined;
  await bash.pipe.say({ before: "", rest: cdLine("/usr") + end, read });
  const { said } = await bash.pipe.say({ before: "", rest: dumpLine("MARK") + end, read });
  const parts = said.split("\0MARK\0")[1]?.split("\0") ?? [];
  expect(parts[0]).toContain('declare -- x="a b"');
  expect(parts.slice(1, 3).join()).toMatch(/declare -f f\n.*f \(\)/s);
  expect(parts.join("\n")).toMatch(/alias q='r'[^]*\/usr\n[^]*2 one two\\ three /);
  expect(said).not.toMatch(new RegExp(`${OURS}(?![da]=)\\w*=`));
});

test("the EXIT trap of a text runs with its status, and with nothing of nacre's in sight", async () => {
  const bash = await ScriptedBash.start();
  await bash.run("(exit 6)");
  const { stdout } = await bash.run("echo $? $LINENO; trap -p", { onExit: "-", isInline: false });
  expect(stdout).toBe("6 1\n");
});

test.each(["a", "it's", "''", "a\nb", "$x `y` \\", "\t\u00e9"])("%j is quoted as bash reads it", async (text) => {
  const bash = await ScriptedBash.start();
  expect((await bash.run(`printf %s ${quote(text)}`)).stdout).toBe(text);
});

test("the end of a plain text in a calm bash says the same, but for the traps", async () => {
  const bash = await ScriptedBash.start();
  const options = { nonce: "", tellsPlace: false };
  expect(endLines({ ...options, isCalm: true }).length).toBeLessThan(endLines(options).length);
  const told = async (isCalm: boolean): Promise<unknown> => {
    const { heard, stdout, stderr } = await bash.run("ls /nowhere | echo a", { isCalm });
    return heard.kind === "answer" && { ...heard.answer, stdout, stderr };
  };
  expect(await told(true)).toEqual(await told(false));
  await bash.run("echo one two; (exit 3)");
  expect(await told(true)).toEqual(await told(false));
  await bash.run("no_such_command", { isCalm: true });
  expect((await bash.run('echo "$? $_ ${PIPESTATUS[@]}"', { namesPipeStatus: true })).stdout).toBe(
    "127 no_such_command 127\n",
  );
  expect((await bash.run("no_such_command", { isCalm: true })).stderr).toBe(
    "bash: line 1: no_such_command: command not found\n",
  );
  const evaluated = await bash.run("no_such_command", { isCalm: true, isInline: false });
  expect(evaluated.stderr).toBe("bash: line 1: no_such_command: command not found\n");
});
