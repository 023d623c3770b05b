import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { noTerminalOf, typeByUser } from "../../../src/core/shell/line/terminal-line.ts";
import { createToolkit } from "../../../src/index.ts";
import { MACHINE_WORDS } from "../../../src/tools/words/machine-words.ts";
import { isAlive, pidsInEnvironment, pidsWith } from "../../support/is-alive.ts";
import { openOnMachine, pipedMachine } from "../../support/machine-kit.ts";
import { tempDir } from "../../support/temp-dir.ts";
import { waitUntil } from "../../support/wait-until.ts";

describe("a session on a machine", () => {
  test("keeps its state, and its results say where they are from", async () => {
    const waits: (string | undefined)[] = [];
    const { call, workingDir } = openOnMachine();
    const first = await call(
      "Bash",
      { command: "X=5; f() { echo f; }; mkdir sub; cd sub" },
      { onWait: (what) => waits.push(what) },
    );
    expect(first).toMatchObject({ success: true, metadata: { machine: "there", session_id: "default", exit_code: 0 } });
    expect(waits[0]).toBe(MACHINE_WORDS.aMachine("there", ""));
    const second = await call("Bash", { command: 'echo "$X $(f) $PWD"; exit 3' });
    expect(second.output).toBe(`5 f ${workingDir}/sub\n`);
    expect(second.metadata.exit_code).toBe(3);
  });

  test("is judged here: what is denied, asked and allowed is the same, and is in this host's journal", async () => {
    const events: string[] = [];
    const asked: string[] = [];
    const { bash, shells } = openOnMachine({
      approver: async ({ command, cwd }) => {
        asked.push(`${command} in ${cwd}`);
        return command.includes("no") ? "deny" : "once";
      },
      onEvent: (event) => events.push(event.kind === "verdict" ? `${event.decision} ${event.by}` : event.kind),
    });
    const key = join(tempDir(), "id_rsa");
    expect((await bash(`cat ~/.ssh/id_nacre_no_such_key > ${key}`)).error).toMatch(/blocked as dangerous/);
    expect((await bash("git push no")).metadata["refused_by"]).toBe("person");
    const allowed = await bash("git push elsewhere");
    expect(allowed.metadata).toMatchObject({ approved_by: "once", exit_code: 128 });
    expect(asked.map((one) => one.split(" in ")[0])).toEqual(["git push no", "git push elsewhere"]);
    expect(events).toEqual(
      expect.arrayContaining(["deny policy", "ask person", "ask once", "command-started", "command-ended"]),
    );
    expect(shells.journal.head).not.toBe("");
  });

  test("what a session wrote or defined counts when it is judged", async () => {
    const { bash } = openOnMachine();
    await bash("B=/id_nacre_no_such_key; printf 'cat ~/.ssh%s' $B > a.sh; K=~/.ssh$B");
    expect((await bash("bash a.sh")).error).toMatch(/blocked/);
    expect((await bash("cat $K")).error).toMatch(/blocked/);
    expect((await bash("sleep 0 & kill $!; wait")).error ?? "").not.toMatch(/blocked/);
  });

  test("has its background shells in this host's lists, and they are ended from here", async () => {
    const { bash, start, call, shells } = openOnMachine();
    const id = await start("echo one; sleep 300 & echo $!; wait");
    await waitUntil("its output", () => (shells.getShell(id)?.getAllOutput().split("\n").length ?? 0) > 2);
    const pid = Number(shells.getShell(id)?.getAllOutput().split("\n")[1]);
    expect(shells.getShell(id)).toMatchObject({ machine: "there", status: "running" });
    expect((await call("ListShells", {})).output).toContain(id);
    expect((await call("BashOutput", { bash_id: id, wait_for: "output" })).output).toContain("one");
    expect(isAlive(pid)).toBe(true);
    await shells.getShell(id)?.kill();
    expect(isAlive(pid)).toBe(false);
    expect(shells.getShell(id)?.status).toBe("killed");
    const quick = await bash("echo quick; exit 4", { run_in_background: true });
    const its = quick.metadata.bash_id ?? "";
    await waitUntil("its end", () => shells.getShell(its)?.status === "failed");
    expect(shells.getShell(its)).toMatchObject({ exitCode: 4 });
  });

  test("is typed into there, judged here", async () => {
    const { start, call } = openOnMachine();
    const id = await start("cat");
    const typed = await call("BashInput", { bash_id: id, text: "hello\n", eof: true, wait_for: "exit" });
    expect(typed.output).toContain("hello");
    const shell = await start("bash");
    const denied = await call("BashInput", { bash_id: shell, text: "cat ~/.ssh/id_nacre_no_such_key\n" });
    expect(denied.error).toMatch(/blocked/);
  });

  test("has shells that only their own client types into, and everybody else is told so", async () => {
    const { start, shells } = openOnMachine();
    const id = await start("cat");
    const other = createToolkit({ shells });
    const typed = await other.call("BashInput", { bash_id: id, text: "hello\n" });
    expect(typed.error).toBe(MACHINE_WORDS.typedElsewhere("there"));
    const shell = shells.getShell(id);
    if (shell === undefined) throw new Error("the shell is not known here");
    const elsewhere = { no: { sentence: expect.stringContaining("runs on the machine there") } };
    expect(await typeByUser(shell, { shell: id, text: "x" })).toMatchObject(elsewhere);
    expect(noTerminalOf(shell)).toMatchObject(elsewhere);
  });

  test("takes what its caller streams in, and gives bytes as they were printed", async () => {
    const { call } = openOnMachine();
    const { Readable } = await import("node:stream");
    const piece = Buffer.alloc(100_000, "abcdefghi\n");
    const got: Buffer[] = [];
    const result = await call(
      "Bash",
      { command: "tee copy | wc -c; cat copy" },
      {
        stdin: Readable.from(Array.from({ length: 20 }, () => piece)),
        onBytes: ({ bytes }) => got.push(bytes),
      },
    );
    expect(result.success).toBe(true);
    const all = Buffer.concat(got).toString();
    expect(all).toMatch(/^2000000\n/);
    expect(all.length).toBe("2000000\n".length + 2_000_000);
  });

  test("an aborted call ends its command there", async () => {
    const { call, workingDir } = openOnMachine();
    const abort = new AbortController();
    const running = call("Bash", { command: "sleep 300 & echo $! > pid; wait" }, { signal: abort.signal });
    const file = join(workingDir, "pid");
    await waitUntil("it to run", () => existsSync(file) && readFileSync(file, "utf8").endsWith("\n"));
    abort.abort();
    expect((await running).metadata["cancelled"]).toBe(true);
    expect(isAlive(Number(readFileSync(file, "utf8")))).toBe(false);
  });

  test("secrets of this host do not come back in its output", async () => {
    const { bash } = openOnMachine({ redact: { values: ["open-sesame-123"] } });
    expect((await bash("echo open-sesame-123")).output).toBe("[redacted:secret]\n");
  });
});

describe("a machine that is lost", () => {
  const worker = (mark: string): number[] => pidsInEnvironment(mark);
  /** Pids begin anew when they are used up, so the first that carries the mark need not be the first that began. */
  const workerOf = (mark: string): number => {
    const named = new Set(pidsWith("bin/nacre.js worker"));
    const found = worker(mark).find((pid) => named.has(pid));
    if (found === undefined) throw new Error("there is no worker");
    return found;
  };

  test("fails the call that ran, with what it printed; the next one is new and says so", async () => {
    const machine = pipedMachine();
    const { bash, call, start, shells } = openOnMachine({}, machine);
    await bash("X=5");
    const id = await start("echo alive; sleep 300");
    await waitUntil("its output", () => shells.getShell(id)?.getAllOutput() === "alive\n");
    let printed = "";
    const onOutput = ({ text }: { readonly text: string }): void => {
      printed += text;
    };
    const running = call("Bash", { command: "echo before; sleep 300" }, { onOutput });
    await waitUntil("its output here", () => printed === "before\n");
    process.kill(workerOf(machine.mark), "SIGKILL");
    const lost = await running;
    expect(lost).toMatchObject({ success: false, metadata: { status: "lost", fault: "MACHINE_LOST" } });
    expect(lost.error).toMatch(/machine there was lost[^]*before/);
    expect(lost.output).toBe("before\n");
    await waitUntil("its shell to be lost", () => shells.getShell(id)?.status === "lost");
    const read = await call("BashOutput", { bash_id: id, since: "0" });
    expect(read.output).toMatch(/^Status: lost[^]*alive/);
    const next = await bash('echo "${X:-gone}"');
    expect(next.output).toMatch(/^gone\n\[note\] this is a new session on there/);
    expect(next.metadata["session_new"]).toBe(true);
    expect((await bash("echo again")).output).toBe("again\n");
    const over = await call("BashOutput", { bash_id: String(lost.metadata["bash_id"]), since: "0" });
    expect(over.output).toMatch(/^Status: lost[^]*before/);
  });

  test("is noticed when the launcher alone is killed, and nothing stays there", async () => {
    const machine = pipedMachine({ command: ["bash", "-c", '"$@"; exit', "launcher"] });
    const { bash, workingDir } = openOnMachine({}, machine);
    await bash("true");
    const running = bash("sleep 300 & echo $! > pid; wait");
    const file = join(workingDir, "pid");
    await waitUntil("it to run", () => existsSync(file) && readFileSync(file, "utf8").endsWith("\n"));
    const launcher = Number(
      readFileSync(`/proc/${workerOf(machine.mark)}/stat`, "utf8")
        .split(") ")[1]
        ?.split(" ")[1],
    );
    process.kill(launcher, "SIGKILL");
    expect((await running).metadata["status"]).toBe("lost");
    await waitUntil("the worker to be gone", () => worker(machine.mark).length === 0);
    await waitUntil("the command to be gone", () => !isAlive(Number(readFileSync(file, "utf8"))));
  });

  test.each([
    ["garbage", `process.stdout.write("x".repeat(100000))`, /no worker of nacre/],
    ["another version", String.raw`process.stdout.write("\0nacre worker 77\n")`, /version 77/],
    ["an end", "process.exit(7)", /exit code 7|ended/],
    ["half a message", String.raw`process.stdout.write("\0nacre worker 1\n\x02\0\0");process.exit()`, /ended/],
    ["a lie before its name", String.raw`process.stdout.write("\0nacre worker 1\n\x05\0\0\0\x01\0\0\0\0")`, /begins/],
  ])("that answers with %s is not reached, and the reason is told", async (_, code, reason) => {
    const machine = pipedMachine({ worker: [process.execPath, "-e", code] });
    const { bash } = openOnMachine({}, machine);
    const result = await bash("echo x");
    expect(result).toMatchObject({ success: false, metadata: { fault: "MACHINE_UNREACHABLE" } });
    expect(result.error).toMatch(reason);
  });

  test("that never answers is given up after startMs, with what its launcher said", async () => {
    const said: (string | undefined)[] = [];
    const code = 'console.error("job 5 queued and waiting for resources"); setInterval(() => {}, 1000)';
    const machine = pipedMachine({ worker: [process.execPath, "-e", code], startMs: 3000 });
    const { call } = openOnMachine({}, machine);
    const result = await call("Bash", { command: "echo x" }, { onWait: (what) => said.push(what) });
    expect(result.error).toMatch(/startMs[^]*job 5 queued/);
    expect(said).toContain("machine there (job 5 queued and waiting for resources)");
  });
});

describe("workers", () => {
  test("are given back when they are idle, and the next call says that its session is new", async () => {
    const machine = pipedMachine({ idleMs: 3000 });
    const { bash, machines } = openOnMachine({}, machine);
    await bash("X=5");
    expect(machines?.views()[0]).toMatchObject({ name: "there", kind: "command", workers: 1, sessions: 1 });
    await waitUntil("it to be given back", () => machines?.views()[0]?.workers === 0);
    await waitUntil("it to be gone", () => pidsInEnvironment(machine.mark).length === 0);
    expect((await bash('echo "${X:-gone}"')).output).toMatch(/^gone\n\[note\] this is a new session .* given back/);
  });

  test("are one for each client, and end when it leaves; more than are allowed are refused", async () => {
    const machine = pipedMachine();
    const kit = openOnMachine({ maxWorkers: 2 }, machine);
    const as = (scope: string, command: string) => kit.call("Bash", { command }, { scope });
    await as("one", "X=1");
    await as("two", "X=2");
    expect((await as("one", "echo $X")).output).toBe("1\n");
    expect((await as("two", "echo $X")).output).toBe("2\n");
    expect(await as("three", "true")).toMatchObject({ metadata: { fault: "MACHINES_FULL" } });
    await kit.leave("one");
    expect(kit.machines?.views()[0]?.workers).toBe(1);
    expect((await as("three", "echo three")).output).toBe("three\n");
  });

  test("belong to the machine that a function names for the session", async () => {
    const machine = pipedMachine();
    const kit = openOnMachine({ machine: (id: string) => (id === "far" ? "there" : undefined) }, machine);
    writeFileSync(join(kit.workingDir, "here"), "");
    expect((await kit.bash("ls", {})).metadata["machine"]).toBeUndefined();
    expect((await kit.bash("pwd", { session_id: "far" })).metadata["machine"]).toBe("there");
  });
});
