import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { stampNow } from "../../../src/core/base/stamp.ts";
import type { Transcript } from "../../../src/core/output/transcript.ts";
import { trust } from "../../../src/core/permission/cleared.ts";
import { createSandbox } from "../../../src/core/sandbox/create-sandbox.ts";
import type { ShellManager } from "../../../src/core/shell/shell-manager.ts";
import { createPerson, hasBubblewrap } from "../../support/open-sandbox.ts";
import { run, testManager } from "../../support/shells.ts";
import { tempDir } from "../../support/temp-dir.ts";
import { waitUntil } from "../../support/wait-until.ts";

const given = (text: string): { readonly stdin: Readable } => ({ stdin: Readable.from([Buffer.from(text)]) });

/** The FIFOs for standard input that are in sight. */
const named = (stateDir: string): readonly string[] =>
  readdirSync(stateDir, { recursive: true, encoding: "utf8" }).filter((path) => /\/[0-9a-f]{16}i$/.test(path));

/** The plain files that hold a text. */
const filesWith = (text: string, directory: string): readonly string[] =>
  readdirSync(directory, { recursive: true, encoding: "utf8" })
    .map((path) => join(directory, path))
    .filter((path) => lstatSync(path).isFile() && readFileSync(path, "utf8").includes(text));

const BIG = "0123456789abcde\n".repeat(62_500);

test("a command reads the text, then the end of its input; the next one has none again", async () => {
  const manager = testManager();
  expect((await run(manager, "cat; echo end", given("a\nb"))).stdout).toBe("a\nbend\n");
  expect((await run(manager, "cat; echo end")).stdout).toBe("end\n");
  expect((await run(manager, "read x; read y; echo $y$x; X=$y", given("1\n2\n"))).stdout).toBe("21\n");
  expect((await run(manager, "echo $X; cat", given(""))).stdout).toBe("2\n");
});

test("a megabyte arrives whole, by a session and by a background shell", async () => {
  const manager = testManager();
  expect((await run(manager, "wc -c; cat", given(BIG))).stdout).toBe("1000000\n");
  expect((await run(manager, "md5sum", given(BIG))).stdout).toBe((await run(manager, `md5sum <<'E'\n${BIG}E`)).stdout);
  const shell = await manager.startShell(trust("head -c 5; wc -c"), { workingDir: "/tmp", ...given(BIG) });
  expect(await shell.wait(20_000)).toBe(0);
  expect(shell.getAllOutput()).toMatch(/^01234\d+\n$/);
});

test("bytes that look like no text arrive as they are", async () => {
  const manager = testManager();
  const { stdout } = await run(manager, "od -An -tx1", given("\0\u0001\u001b[2J\r\n\u{1f600}"));
  expect(stdout.trim()).toBe("00 01 1b 5b 32 4a 0d 0a f0 9f 98 80");
});

test.each([
  ["reads none of it", "echo done"],
  ["reads half of it", "head -c 100000 | wc -c"],
  ["closes it", "exec 0<&-; echo done"],
  ["ends its shell", "exit 3"],
  ["may break", "break; head -c 3"],
])("a command that %s ends, and the session goes on", async (_name, command) => {
  const manager = testManager();
  const before = await run(manager, command, given(BIG));
  expect(before.outcome.ending.kind).toBe("exited");
  expect((await run(manager, "cat; echo next")).stdout).toBe("next\n");
});

test("no file has the text, the name is gone as soon as the command has the input, and nothing is left when it has ended", async () => {
  const stateDir = tempDir("nacre-state-");
  const manager = testManager({ stateDir });
  const slow = new Readable({ read: () => undefined });
  let printed = "";
  const onStart = (transcript: Transcript): void => {
    transcript.liveText(({ text }) => {
      printed += text;
    });
  };
  const ran = run(manager, "read x; echo ${#x}; read y", { stdin: slow, onStart });
  slow.push("only-on-stdin\n");
  await waitUntil("the command to have its input", () => printed === "13\n");
  expect(named(stateDir)).toEqual([]);
  expect(filesWith("only-on-stdin", stateDir)).toEqual([]);
  slow.push(null);
  expect((await ran).stdout).toBe("13\n");
  await run(manager, "exec 0<&-", given(BIG));
  expect(named(stateDir)).toEqual([]);
});

test("the host reads no more of a stream than the command and a pipe take", async () => {
  const manager = testManager();
  let pulled = 0;
  const endless = new Readable({
    read() {
      pulled += 65_536;
      this.push(Buffer.alloc(65_536, "x"));
    },
  });
  expect((await run(manager, "head -c 10", { stdin: endless })).stdout).toBe("xxxxxxxxxx");
  expect(pulled).toBeLessThan(2_000_000);
  expect(endless.destroyed).toBe(true);
});

test("a stream that fails ends the input", async () => {
  const manager = testManager();
  const failing = new Readable({
    read() {
      this.destroy(new Error("no more"));
    },
  });
  expect((await run(manager, "cat; echo end", { stdin: failing })).stdout).toBe("end\n");
});

test("a command that timed out or was cancelled leaves no reader and no writer", async () => {
  const stateDir = tempDir("nacre-state-");
  const manager = testManager({ stateDir });
  const open = (): Readable => new Readable({ read: () => undefined });
  const late = open();
  expect((await run(manager, "cat", { stdin: late, timeoutMs: 1000 })).code).toBe("timed-out");
  const ending = new AbortController();
  const dropped = open();
  const ran = run(manager, "echo on; cat", {
    stdin: dropped,
    signal: ending.signal,
    onStart: (transcript) => transcript.liveText(() => ending.abort()),
  });
  expect((await ran).code).toBe("cancelled");
  expect([late.destroyed, dropped.destroyed, named(stateDir)]).toEqual([true, true, []]);
  expect((await run(manager, "cat; echo next")).stdout).toBe("next\n");
});

test("a command that is handed over keeps its input", async () => {
  const manager = testManager();
  const slow = new Readable({ read: () => undefined });
  slow.push("one\n");
  const { outcome } = await run(manager, "cat", { stdin: slow, timeoutMs: 1000, onTimeout: "background" });
  if (outcome.ending.kind !== "handed-over") throw new Error("not handed over");
  const request = { workingDir: "/tmp" };
  const shell = manager.adopt(trust("cat"), request, { backing: outcome.ending.backing, started: stampNow() });
  slow.push("two\n");
  slow.push(null);
  expect(await shell.wait(20_000)).toBe(0);
  expect(shell.getAllOutput()).toBe("one\ntwo\n");
});

test("a process that the command left running reads on", async () => {
  const manager = testManager();
  const out = join(tempDir(), "out");
  await run(manager, `{ sleep 0.3; wc -c >${out}.new; mv ${out}.new ${out}; } <&0 &`, given(BIG));
  await waitUntil("the rest to be read", () => readdirSync(join(out, "..")).includes("out"));
  expect((await run(manager, `cat ${out}`)).stdout).toBe("1000000\n");
});

test.skipIf(!hasBubblewrap)("a command in a sandbox reads it, in a session and in the background", async () => {
  const person = createPerson();
  const manager: ShellManager = testManager({
    stateDir: person.stateDir,
    sandbox: () =>
      createSandbox("workspace", { ...person, limits: manager.limits, path: process.env["PATH"] ?? "/usr/bin:/bin" }),
  });
  const workingDir = person.workspace;
  expect((await run(manager, "wc -c", { workingDir, ...given(BIG) })).stdout).toBe("1000000\n");
  const shell = await manager.startShell(trust("wc -c"), { workingDir, ...given(BIG) });
  expect(await shell.wait(20_000)).toBe(0);
  expect(shell.getAllOutput()).toBe("1000000\n");
});
