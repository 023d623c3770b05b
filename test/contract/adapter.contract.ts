import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ok, type Toolkit } from "../../src/index.ts";
import { isAlive } from "../support/is-alive.ts";
import { type OpenToolkit, openToolkit } from "../support/open-toolkit.ts";
import { toothlessToolkit } from "../support/toothless-toolkit.ts";
import { waitUntil } from "../support/wait-until.ts";

/** A tool as the model's provider was told of it. */
export type ToldTool = { readonly name: string; readonly description: string; readonly schema: unknown };

/** What the model reads of a call. `isError` is left out where a framework has no such mark. */
export type Answer = { readonly text: string; readonly isError?: boolean };

/** One call of a model's. */
export type ModelCall = {
  readonly name: string;
  readonly input: unknown;
  /** The arguments as the model wrote them, in place of `input`: a text that need not be JSON. */
  readonly written?: string;
  readonly signal?: AbortSignal;
  /** Hears the end of the output while the tool runs. */
  readonly onLive?: (text: string) => void;
};

/** A framework with an adapter's tools in it, driven by a scripted model. */
export type AdapterDriver = {
  readonly name: string;
  /** What is told to the model's provider. */
  readonly tools: (kit: Toolkit) => Promise<readonly ToldTool[]>;
  /** Lets the model make one call; what it reads of it. A framework that refuses a call by itself says so as an error. */
  readonly call: (kit: Toolkit, call: ModelCall) => Promise<Answer>;
  /** Like `call`, for a host that gives each conversation a session of its own. */
  readonly callIn: (kit: Toolkit, sessionId: string, call: ModelCall) => Promise<Answer>;
  readonly marksErrors: boolean;
  readonly isLive: boolean;
  /** Whether a call that is aborted still gets its answer. */
  readonly answersAborted: boolean;
  /** Whether the tool is found by its name behind the adapter; false where that is the host's own loop. */
  readonly findsTools: boolean;
};

/** What every adapter keeps, whichever framework it serves. */
export function adapterContract(driver: AdapterDriver, open: () => OpenToolkit = openToolkit): void {
  const bash = (kit: Toolkit, command: string, more: object = {}): Promise<Answer> =>
    driver.call(kit, { name: "Bash", input: { command, ...more } });
  const marked = (isError: boolean): Partial<Answer> => (driver.marksErrors ? { isError } : {});

  describe(driver.name, () => {
    test("tells the model every tool, in the registry's order, with its description and schema", async () => {
      const kit = open();
      const told = await driver.tools(kit);
      expect(told.map(({ name }) => name)).toEqual(kit.registry.names());
      expect(told.map(({ description }) => description)).toEqual(
        kit.registry.list().map(({ description }) => description),
      );
      expect(told.map(({ schema }) => schema)).toEqual(kit.schemas("mcp").map(({ inputSchema }) => inputSchema));
    });

    test("passes a call on and gives the model its output", async () => {
      const kit = open();
      expect(await bash(kit, "echo hello; echo oops >&2")).toEqual({
        text: "hello\n[stderr]\noops\n",
        ...marked(false),
      });
    });

    test("keeps the session from call to call", async () => {
      const kit = open();
      await bash(kit, "export WHO=nacre; mkdir sub; cd sub");
      expect((await bash(kit, 'echo "$WHO in $PWD"')).text).toBe(`nacre in ${kit.workingDir}/sub\n`);
    });

    test("gives each session a state of its own", async () => {
      const kit = open();
      await driver.callIn(kit, "one", { name: "Bash", input: { command: "WHO=one" } });
      const ask = { name: "Bash", input: { command: 'echo "${WHO:-nobody}"' } };
      expect((await driver.callIn(kit, "one", ask)).text).toBe("one\n");
      expect((await driver.callIn(kit, "two", ask)).text).toBe("nobody\n");
    });

    test("a command that fails is data: the code and the output, and no error", async () => {
      const kit = open();
      expect(await bash(kit, "echo before; (exit 3)")).toEqual({
        text: "Command failed with exit code 3\nbefore\n[exit code 3]",
        ...marked(false),
      });
    });

    test("a command that takes too long is data", async () => {
      const kit = open();
      const answer = await bash(kit, "echo partial; sleep 100", { timeout: 1000 });
      expect(answer).toMatchObject(marked(false));
      expect(answer.text).toMatch(/timed out after 1000ms[^]*partial/);
    });

    test("a shell is waited for in every form that the schema tells", async () => {
      const kit = open();
      const bash_id = await kit.start("echo ready; exit 3");
      for (const wait_for of ["/READY/i", "output", "exit"]) {
        const answer = await driver.call(kit, { name: "BashOutput", input: { bash_id, since: "0", wait_for } });
        expect(answer).toMatchObject(marked(false));
        expect(answer.text).toMatch(/\n\nready\n\[(exit code 3; )?next: since="o6e0-\w+"\]$/);
      }
    });

    test("a blocked command is an error that says why", async () => {
      const answer = await bash(await toothlessToolkit(), "rm -rf /");
      expect(answer).toMatchObject(marked(true));
      expect(answer.text).toMatch(/blocked[^]*dangerous/);
    });

    test("input that is out of range is an error that names the field, and nothing runs", async () => {
      const kit = open();
      const answer = await bash(kit, "touch ran", { timeout: 5 });
      expect(answer).toMatchObject(marked(true));
      expect(answer.text).toMatch(/timeout/);
      expect(existsSync(join(kit.workingDir, "ran"))).toBe(false);
    });

    test("an input without its required field is an error that names the field", async () => {
      const kit = open();
      const answer = await driver.call(kit, { name: "Bash", input: { description: "nothing" } });
      expect(answer).toMatchObject(marked(true));
      expect(answer.text).toMatch(/command/);
    });

    test("arguments that are no JSON object are an error that says what is expected, and nothing runs", async () => {
      const kit = open();
      const ran = { command: "touch ran" };
      for (const written of [
        "touch ran",
        '{"command": "touch ran"',
        '["touch ran"]',
        JSON.stringify(JSON.stringify(ran)),
        "5",
        "",
      ]) {
        const answer = await driver.call(kit, { name: "Bash", input: {}, written });
        expect({ written, ...answer }).toMatchObject(marked(true));
        expect(answer.text).toMatch(/JSON|object|record|command/);
      }
      expect(existsSync(join(kit.workingDir, "ran"))).toBe(false);
    });

    test.skipIf(!driver.findsTools)("an unknown tool is an error that names it", async () => {
      const kit = open();
      const answer = await driver.call(kit, { name: "Teleport", input: {} });
      expect(answer).toMatchObject(marked(true));
      expect(answer.text).toContain("Teleport");
    });

    test("serves a host's own tool beside ours", async () => {
      const kit = open();
      kit.registry.register<{ name: string }>({
        name: "Greet",
        description: "Greets somebody.",
        category: "other",
        inputSchema: {
          type: "object",
          properties: { name: { type: "string" } },
          required: ["name"],
          additionalProperties: false,
        },
        execute: ({ name }) => ok(`Good day, ${name}.`),
      });
      expect((await driver.tools(kit)).at(-1)).toMatchObject({ name: "Greet", description: "Greets somebody." });
      expect(await driver.call(kit, { name: "Greet", input: { name: "Ada" } })).toEqual({
        text: "Good day, Ada.",
        ...marked(false),
      });
    });

    test("an aborted call ends its command with everything it started", async () => {
      const kit = open();
      const abort = new AbortController();
      const command = "sleep 300 & echo $! > pids; sleep 300 & echo $! >> pids; wait";
      const call = driver.call(kit, { name: "Bash", input: { command }, signal: abort.signal }).then(
        (answer) => answer.text,
        (error: unknown) => `rejected: ${String(error)}`,
      );
      const pids = async (): Promise<number[]> =>
        (await kit.call("Bash", { command: "cat pids 2>/dev/null", session_id: "onlooker" })).output
          .split("\n")
          .filter((line) => line !== "")
          .map(Number);
      await waitUntil("both children to run", async () => (await pids()).length === 2);
      const started = await pids();
      expect(started.filter(isAlive)).toEqual(started);
      abort.abort();
      const text = await call;
      if (driver.answersAborted) expect(text).toContain("cancelled");
      await waitUntil("the command to be gone", () => !started.some(isAlive));
    });

    test("a call that was aborted before it began runs nothing", async () => {
      const kit = open();
      const call = { name: "Bash", input: { command: "touch ran" }, signal: AbortSignal.abort() };
      await driver.call(kit, call).catch(() => undefined);
      await kit.bash("true");
      expect(existsSync(join(kit.workingDir, "ran"))).toBe(false);
    });

    test.skipIf(!driver.isLive)("shows output while the command still runs", async () => {
      const kit = open();
      const heard: string[] = [];
      const onLive = (text: string): void => {
        heard.push(text);
        writeFileSync(join(kit.workingDir, "heard"), "");
      };
      const command = "echo first; until [ -e heard ]; do sleep 0.05; done; echo second";
      const { text } = await driver.call(kit, { name: "Bash", input: { command }, onLive });
      expect(heard[0]).toContain("first");
      expect(heard[0]).not.toContain("second");
      expect(text).toBe("first\nsecond\n");
    });
  });
}
