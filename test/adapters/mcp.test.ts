import type { Client, ClientOptions } from "@modelcontextprotocol/client";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createMcpServer, type McpServerOptions } from "../../src/adapters/mcp.ts";
import { StdioWire } from "../../src/apps/server/stdio-wire.ts";
import { ok, type Tool, ToolCategory } from "../../src/tools/tool.ts";
import type { ToolkitEvent } from "../../src/tools/tool-event.ts";
import { createToolkit, type Toolkit } from "../../src/tools/toolkit.ts";
import type { Answer, ToolkitOptions } from "../../src/tools/toolkit-options.ts";
import { WORDS } from "../../src/tools/words.ts";
import { pidsInEnvironment } from "../support/is-alive.ts";
import { clientOn, ERAS, streamPair } from "../support/stream-pair.ts";
import { tempDir } from "../support/temp-dir.ts";
import { unionsIn } from "../support/unions-in.ts";
import { waitUntil } from "../support/wait-until.ts";

function openKit(more: ToolkitOptions = {}): Toolkit {
  const dir = tempDir();
  const kit = createToolkit({
    workingDir: dir,
    stateDir: dir,
    loginShell: false,
    environment: { set: { NACRE_TEST: dir } },
    ...more,
  });
  onTestFinished(async () => {
    await kit.dispose();
    await waitUntil("everything to be gone", () => pidsInEnvironment(`NACRE_TEST=${dir}`).length === 0);
  });
  return kit;
}

type Opened = {
  readonly era: (typeof ERAS)[number];
  readonly client?: ClientOptions & { readonly name?: string };
  readonly server?: McpServerOptions;
};

async function open(kit: Toolkit, { era, client: options = {}, server = {} }: Opened): Promise<Client> {
  const pair = streamPair();
  const serving = serveStdio(() => createMcpServer(kit, { structured: true, ...server }), {
    transport: new StdioWire(pair.stdin, pair.stdout),
  });
  const client = await clientOn(pair, era, options);
  onTestFinished(async () => {
    await client.close();
    await serving.close();
  });
  return client;
}

/** A tool that asks before it acts, and counts how often it acted. */
function askingTool(answers: readonly Answer[] = ["once", "session", "always"]): Tool & { acted: number } {
  const tool = {
    name: "Deploy",
    description: "asks first",
    category: ToolCategory.Other,
    inputSchema: { type: "object", properties: { to: { type: "string" } } },
    acted: 0,
    execute: async (input: unknown, { approver }: Parameters<Tool["execute"]>[1]) => {
      const finding = { rule: "deploys", reason: "It changes\u202e the world.", part: "deploy", span: [0, 6] } as const;
      const reply = await approver?.({
        command: `deploy ${JSON.stringify(input)}\u001b[2J`,
        cwd: "/srv",
        sessionId: "default",
        parts: [],
        always: ["Bash(deploy *)"],
        suggestion: "deploy --dry-run",
        findings: [{ ...finding, decision: "ask" }],
        answers,
      });
      const answer = typeof reply === "object" ? reply.answer : reply;
      if (answer === undefined)
        return {
          success: false,
          output: "",
          error: "refused",
          metadata: { error_kind: "blocked" as const, decision: "ask" },
        };
      if (answer === "deny")
        return { success: false, output: "", error: "refused", metadata: { error_kind: "blocked" as const } };
      tool.acted += 1;
      return ok(`deployed: ${answer}`);
    },
  };
  return tool;
}

const CAN_ASK = { capabilities: { elicitation: { form: {} } } };
/** Asks; and in a directory without a repository it does nothing. */
const push = { name: "Bash", arguments: { command: "git push --force nowhere" } };
const deploy = { name: "Deploy", arguments: { to: "production" } };

describe.each(ERAS)("in the era of %s", (era) => {
  test("a person's yes lets the call through, once", async () => {
    const kit = openKit();
    const tool = askingTool();
    kit.registry.register(tool);
    const client = await open(kit, { era, client: CAN_ASK });
    const asked: unknown[] = [];
    client.setRequestHandler("elicitation/create", ({ params }) => {
      asked.push(params);
      return { action: "accept", content: { answer: "session" } };
    });
    expect(await client.callTool(deploy)).toMatchObject({ structuredContent: { output: "deployed: session" } });
    expect(await client.callTool(deploy)).toMatchObject({ structuredContent: { success: true } });
    expect(tool.acted).toBe(2);
    expect(asked).toHaveLength(2);
    expect(asked[0]).toMatchObject({
      message: [
        "May this run? It changes\\u{202e} the world. In: deploy",
        'deploy {"to":"production"}\\u{1b}[2J',
        "in /srv",
        "A safer way: deploy --dry-run",
        '"From now on" is until nacre ends, in /srv, for: Bash(deploy *)',
      ].join("\n"),
      requestedSchema: {
        properties: {
          answer: {
            oneOf: [
              { const: "once" },
              { const: "session" },
              { const: "always", title: "Allow from now on: Bash(deploy *)" },
              { const: "deny", title: "Refuse" },
            ],
            default: "once",
          },
        },
        required: ["answer"],
      },
    });
  });

  test.each([
    { action: "accept", content: { answer: "deny" } },
    { action: "accept", content: { answer: "whatever" } },
    { action: "accept", content: {} },
    { action: "decline" },
    { action: "cancel" },
  ] as const)("whatever is not a yes is a no: %j", async (reply) => {
    const kit = openKit();
    const tool = askingTool();
    kit.registry.register(tool);
    const client = await open(kit, { era, client: CAN_ASK });
    client.setRequestHandler("elicitation/create", () => reply);
    expect(await client.callTool(deploy)).toMatchObject({ isError: true, structuredContent: { error: "refused" } });
    expect(tool.acted).toBe(0);
  });

  test.each([{}, { capabilities: { elicitation: { url: {} } } }])(
    "a client that cannot ask is refused, and told how it could: %j",
    async (options) => {
      const kit = openKit();
      const tool = askingTool();
      kit.registry.register(tool);
      const client = await open(kit, { era, client: options });
      const { isError, structuredContent } = await client.callTool(deploy);
      expect(isError).toBe(true);
      expect(structuredContent).toMatchObject({ error: expect.stringContaining(WORDS.cannotElicit()) });
      expect(tool.acted).toBe(0);
    },
  );

  test("text is all that a client gets, unless data is asked for", async () => {
    const kit = openKit();
    const client = await open(kit, { era, server: { structured: false } });
    for (const tool of (await client.listTools()).tools) expect(tool).not.toHaveProperty("outputSchema");
    for (const command of ["echo fine", "echo no; exit 3", "if"]) {
      const result = await client.callTool({ name: "Bash", arguments: { command } });
      expect(result).not.toHaveProperty("structuredContent");
      expect(result.content).toHaveLength(1);
    }
  });

  test("the operator is told of a client that hides a tool", async () => {
    const told: string[] = [];
    const server = { warn: (sentence: string) => told.push(sentence) };
    for (const name of ["continue-cli-client", "codex-mcp-client"]) {
      const client = await open(openKit(), { era, client: { name }, server });
      await client.listTools();
    }
    expect(told).toEqual([expect.stringMatching(/^continue-cli-client has its own Bash .*--prefix nacre_/)]);
  });

  test("a client that is known to cut gets no more than it shows, unless the operator has set how much", async () => {
    const seen = async (limits: NonNullable<ToolkitOptions["limits"]>, name?: string): Promise<string> => {
      const client = await open(openKit({ limits }), { era, client: name === undefined ? {} : { name } });
      const command = "seq 1 20000; exit 3";
      const { content } = await client.callTool({ name: "Bash", arguments: { command } });
      return content.map((part) => (part.type === "text" ? part.text : "")).join("");
    };
    const texts = [await seen({}), await seen({}, "copilot-cli"), await seen({ visibleChars: 9000 }, "opencode")];
    expect(texts.map(({ length }) => Math.ceil(length / 1000))).toEqual([30, 20, 9]);
    expect((await seen({}, "opencode")).split("\n").length).toBeLessThanOrEqual(2000);
    for (const text of texts)
      expect(text).toMatch(/\n20000\n\[exit code 3; \d+ characters left out; all of it is in .*\]$/);
  });

  test("as data, the error of a command that failed is its sentence alone", async () => {
    const client = await open(openKit(), { era });
    const result = await client.callTool({ name: "Bash", arguments: { command: "echo no; exit 3" } });
    expect(result).toMatchObject({
      structuredContent: { output: "no\n", error: "Command failed with exit code 3", exit_code: 3 },
    });
  });

  test.each([
    ["a decline at once is the client's", { action: "decline" }, 0, "client"],
    ["a decline after a while is the user's", { action: "decline" }, 5000, "person"],
    ["a refusal on the form is the user's", { action: "accept", content: { answer: "deny" } }, 0, "person"],
    ["a cancel is no answer", { action: "cancel" }, 5000, "unanswered"],
    ["an acceptance without an answer is none", { action: "accept", content: {} }, 5000, "unanswered"],
  ] as const)("%s", async (_, reply, afterMs, by) => {
    vi.useFakeTimers({ toFake: ["performance"] });
    onTestFinished(() => void vi.useRealTimers());
    const verdicts: ToolkitEvent[] = [];
    const client = await open(openKit({ onEvent: (event) => verdicts.push(event) }), { era, client: CAN_ASK });
    client.setRequestHandler("elicitation/create", () => {
      vi.advanceTimersByTime(afterMs);
      return reply;
    });
    const { isError, content } = await client.callTool(push);
    const sentence = {
      client: WORDS.clientDeclined(),
      person: WORDS.personRefused(""),
      unanswered: WORDS.unanswered(),
    }[by];
    expect([isError, content]).toMatchObject([true, [{ text: expect.stringContaining(sentence) }]]);
    const hint = WORDS.ruleToAllow(["Bash(git push --force nowhere)"], false);
    expect(JSON.stringify(content).includes(JSON.stringify(hint).slice(1, -1))).toBe(by !== "person");
    expect(JSON.stringify(content).includes(WORDS.dismissed())).toBe(reply.action === "cancel");
    expect(verdicts.at(-1)).toMatchObject({ kind: "verdict", cleared: false, by });
  });

  test("a client that cannot ask gets the rule that would let the command run", async () => {
    const client = await open(openKit(), { era });
    const { isError, content } = await client.callTool(push);
    expect(isError).toBe(true);
    for (const sentence of [
      WORDS.noApprover(),
      WORDS.ruleToAllow(["Bash(git push --force nowhere)"], false),
      WORDS.cannotElicit(),
    ])
      expect(content).toMatchObject([{ text: expect.stringContaining(sentence) }]);
  });

  test("a client that cannot ask is answered by the embedder's own approver, and not told that nobody was asked", async () => {
    const client = await open(openKit({ approver: () => Promise.resolve("deny") }), { era });
    const { content } = await client.callTool(push);
    expect(content).toMatchObject([{ text: expect.stringContaining(WORDS.personRefused("")) }]);
    expect(content).toMatchObject([{ text: expect.not.stringContaining("elicitation") }]);
  });

  test("from now on is for the very command, wider is what was offered, and neither is for another client", async () => {
    const kit = openKit();
    const choices = ["always", "wider"];
    const asked: string[] = [];
    const one = await open(kit, { era, client: CAN_ASK, server: { scope: "one" } });
    one.setRequestHandler("elicitation/create", ({ params }) => {
      asked.push(params.message);
      return { action: "accept", content: { answer: choices.shift() ?? "deny" } };
    });
    const pushed = async (client: Client, command: string): Promise<boolean | undefined> =>
      (await client.callTool({ name: "Bash", arguments: { command } })).isError;
    expect(await pushed(one, "git push --force nowhere")).toBeUndefined();
    expect(await pushed(one, "git push --force nowhere")).toBeUndefined();
    expect(asked).toHaveLength(1);
    expect(await pushed(one, "git push --force elsewhere")).toBeUndefined();
    expect(asked[1]).toContain("Bash(git push --force *)");
    expect(await pushed(one, "git push --force anywhere")).toBeUndefined();
    expect(asked).toHaveLength(2);
    expect(await pushed(one, "git push --mirror anywhere")).toBe(true);
    const two = await open(kit, { era, server: { scope: "two" } });
    expect(await pushed(two, "git push --force nowhere")).toBe(true);
  });

  test("shells of one scope do not exist for another", async () => {
    const kit = openKit();
    const [one, two] = await Promise.all([
      open(kit, { era, server: { scope: "one" } }),
      open(kit, { era, server: { scope: "two" } }),
    ]);
    const started = await one.callTool({ name: "Bash", arguments: { command: "sleep 60", run_in_background: true } });
    expect(started.structuredContent).toMatchObject({ session_id: "default" });
    const { bash_id: id } = Object(started.structuredContent);
    const uri = `shell://${String(id)}/log`;
    const unknown = {
      isError: true,
      structuredContent: { error_kind: "unknown-shell", error: expect.not.stringContaining(`${String(id)},`) },
    };
    expect(await two.callTool({ name: "BashOutput", arguments: { bash_id: id } })).toMatchObject(unknown);
    expect(await two.callTool({ name: "KillShell", arguments: { shell_id: id } })).toMatchObject(unknown);
    expect(await two.callTool({ name: "ListShells", arguments: {} })).toMatchObject({
      structuredContent: { count: 0 },
    });
    for (const session_id of ["one", "one/default", "default", "../one/default"]) {
      const listed = await two.callTool({ name: "ListShells", arguments: { session_id } });
      expect(listed).toMatchObject({ structuredContent: { count: 0, session_id } });
    }
    expect((await two.listResources()).resources).toEqual([]);
    await expect(two.readResource({ uri })).rejects.toThrow("No such resource");
    expect(await one.callTool({ name: "ListShells", arguments: {} })).toMatchObject({
      structuredContent: { count: 1 },
    });
    expect((await one.listResources()).resources).toMatchObject([{ uri }]);
    await kit.leave("two");
    expect(kit.shells.listRunning()).toHaveLength(1);
    await kit.leave("one");
    expect(kit.shells.listRunning()).toHaveLength(0);
  });

  test("a question that the client cannot ask waits for those who watch, and the call says so", async () => {
    const kit = openKit();
    kit.questions.addWatcher();
    const client = await open(kit, { era, server: { handoverMs: 1500 } });
    const { structuredContent } = await client.callTool(push);
    const [question] = kit.questions.list();
    const id = question?.id ?? "";
    expect(structuredContent).toMatchObject({ success: true, question_id: id });
    expect(question?.state).toBe("open");
    const reading = client.callTool({ name: "BashOutput", arguments: { bash_id: id, wait_for: "exit" } });
    kit.questions.answer(id, { answer: "once" }, "page");
    expect(await reading).toMatchObject({
      structuredContent: { output: expect.stringMatching(/^The user allowed it\.[^]*fatal: not a git repository/) },
    });
  });

  test("an answer from elsewhere comes before the client's, which then changes nothing", async () => {
    const kit = openKit();
    kit.questions.addWatcher();
    const client = await open(kit, { era, client: CAN_ASK });
    client.setRequestHandler("elicitation/create", async () => {
      const id = kit.questions.list()[0]?.id ?? "";
      expect(kit.questions.answer(id, { answer: "deny", message: "not now" }, "page")).toEqual({ won: true });
      return { action: "accept", content: { answer: "once" } };
    });
    expect(await client.callTool(push)).toMatchObject({
      isError: true,
      structuredContent: { refused_by: "person", error: expect.stringContaining("said no: not now") },
    });
    expect(kit.questions.list()).toMatchObject([{ state: "answered", answer: "deny", answeredBy: "page" }]);
  });

  test("progress comes only to those who asked for it", async () => {
    const kit = openKit();
    const pair = streamPair();
    const seen: string[] = [];
    pair.written.on("data", (chunk: Buffer) => seen.push(chunk.toString()));
    const serving = serveStdio(() => createMcpServer(kit), { transport: new StdioWire(pair.stdin, pair.stdout) });
    const client = await clientOn(pair, era);
    const command = "echo first; sleep 1.2";
    await client.callTool({ name: "Bash", arguments: { command } });
    expect(seen.join("")).not.toContain("notifications/progress");
    await client.callTool({ name: "Bash", arguments: { command } }, { onprogress: () => undefined });
    expect(seen.join("")).toContain("notifications/progress");
    await client.close();
    await serving.close();
  });
});

test("an answer counts once, and only for the question that was asked", async () => {
  const kit = openKit();
  const tool = askingTool();
  kit.registry.register(tool);
  const client = await open(kit, { era: "2026-07-28", client: { ...CAN_ASK, inputRequired: { autoFulfill: false } } });
  const call = (params: object): Promise<unknown> =>
    client.callTool({ ...deploy, ...params }, { allowInputRequired: true });
  const { requestState } = Object(await call({}));
  expect(typeof requestState).toBe("string");
  const inputResponses = { approval: { action: "accept", content: { answer: "once" } } };
  // Another command, with the answer to this one.
  expect(await call({ arguments: { to: "elsewhere" }, requestState, inputResponses })).toMatchObject({
    resultType: "input_required",
  });
  // The answer is used up by then, also for what it was meant for.
  expect(await call({ requestState, inputResponses })).toMatchObject({ resultType: "input_required" });
  expect(tool.acted).toBe(0);
  const again = Object(await call({}));
  expect(await call({ requestState: again.requestState, inputResponses })).toMatchObject({
    structuredContent: { output: "deployed: once" },
  });
  expect(await call({ requestState: again.requestState, inputResponses })).toMatchObject({
    resultType: "input_required",
  });
  // Answers without a question, and states that nobody signed.
  expect(await call({ inputResponses })).toMatchObject({ resultType: "input_required" });
  await expect(call({ requestState: `${String(again.requestState)}x`, inputResponses })).rejects.toThrow(
    "requestState",
  );
  await expect(call({ requestState: "forged", inputResponses })).rejects.toThrow("requestState");
  expect(tool.acted).toBe(1);
});

test("questions that nobody answers are forgotten, the oldest first", async () => {
  const kit = openKit();
  const tool = askingTool();
  kit.registry.register(tool);
  const client = await open(kit, { era: "2026-07-28", client: { ...CAN_ASK, inputRequired: { autoFulfill: false } } });
  const call = async (params: object = {}): Promise<Record<string, unknown>> =>
    Object(await client.callTool({ ...deploy, ...params }, { allowInputRequired: true }));
  const inputResponses = { approval: { action: "accept", content: { answer: "once" } } };
  const { requestState: oldest } = await call();
  const { requestState: second } = await call();
  for (let asked = 0; asked < 999; asked++) await call();
  expect(await call({ requestState: second, inputResponses })).toMatchObject({ structuredContent: { success: true } });
  expect(await call({ requestState: oldest, inputResponses })).toMatchObject({ resultType: "input_required" });
  expect(tool.acted).toBe(1);
});

describe.each(ERAS)("in the era of %s", (era) => {
  test.each([true, false])(
    "no tool that a client lists has a union in a schema, with data (%s)",
    async (structured) => {
      const client = await open(openKit(), { era, server: { structured } });
      const { tools } = await client.listTools();
      expect(tools.map(({ outputSchema }) => outputSchema !== undefined)).toEqual(tools.map(() => structured));
      expect(unionsIn(tools)).toEqual([]);
    },
  );

  test("a call of a tool that does not exist is an error of the protocol, not a result", async () => {
    const client = await open(openKit(), { era });
    await expect(client.callTool({ name: "Teleport", arguments: {} })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('Unknown tool: "Teleport"; there are Bash, BashOutput'),
    });
    // Another name of a tool is not unknown.
    expect(await client.callTool({ name: "TaskStop", arguments: { task_id: "shell_none" } })).toMatchObject({
      isError: true,
    });
  });

  test("a resource that does not exist is an error that carries its address", async () => {
    const client = await open(openKit(), { era });
    const uri = "shell://shell_none/log";
    await expect(client.readResource({ uri })).rejects.toMatchObject({ code: -32602, data: { uri } });
  });

  test("a timeout of the call ends its command after the handover, the default one does not, and the text says which", async () => {
    const kit = openKit();
    const client = await open(kit, { era, server: { handoverMs: 1000 } });
    const call = async (input: object): Promise<string> =>
      JSON.stringify((await client.callTool({ name: "Bash", arguments: { ...input } })).content);
    const limited = await call({ command: "setsid sleep 300 & sleep 300", timeout: 2000, session_id: "one" });
    expect(limited).toContain("goes on as a background shell");
    expect(limited).toContain("Its timeout ends it when it has run 2000ms.");
    expect(await call({ command: "sleep 300", session_id: "two" })).toContain("No timeout ends it.");
    const [first, second] = kit.shells.listShells();
    await waitUntil("the timeout to end the first", () => first?.isRunning === false);
    await waitUntil("nothing of it to be left", () => first?.processes().length === 0);
    expect([first?.status, second?.status]).toEqual(["timeout", "running"]);
  });
});

test("logs and statuses have a template, and logs a name that fits on a line", async () => {
  const kit = openKit();
  const client = await open(kit, { era: "2025-11-25" });
  const command = `echo ${"x".repeat(200)}`;
  await client.callTool({ name: "Bash", arguments: { command, run_in_background: true } });
  expect((await client.listResourceTemplates()).resourceTemplates).toMatchObject([
    { uriTemplate: "shell://{bash_id}/log" },
    { uriTemplate: "shell://{bash_id}/status" },
  ]);
  const [resource] = (await client.listResources()).resources;
  const { title, uri } = resource ?? { title: "", uri: "" };
  expect(title).toHaveLength(81);
  expect((await client.readResource({ uri })).contents).toMatchObject([{ mimeType: "text/plain" }]);
  for (const wrong of [
    "file:///etc/passwd",
    uri.replace("/log", "/state"),
    uri.replace("shell_", "shell_0"),
    "shell:///log",
  ])
    await expect(client.readResource({ uri: wrong })).rejects.toThrow("No such resource");
});

test.each(ERAS)(
  "what a client must know of its sessions is in the instructions and with Bash alone: %s",
  async (era) => {
    const server = { sessionNote: "Sessions are rented." };
    const client = await open(openKit(), { era, server });
    expect(client.getInstructions()).toMatch(/exit code\. Sessions are rented\.$/);
    const noted = (await client.listTools()).tools.filter(({ description = "" }) => description.endsWith("rented."));
    expect(noted.map(({ name }) => name)).toEqual(["Bash"]);
    const plain = await open(openKit(), { era });
    expect(plain.getInstructions()).toMatch(/exit code\.$/);
  },
);

test.each(ERAS)("the last line of a result is asked for when it is sent, and not with a question: %s", async (era) => {
  const kit = openKit();
  kit.registry.register(askingTool());
  const asked: string[] = [];
  const lastLine = (): string => {
    asked.push("asked");
    return `line ${asked.length}`;
  };
  const client = await open(kit, {
    era,
    client: { capabilities: { elicitation: { form: {} } } },
    server: { lastLine },
  });
  client.setRequestHandler("elicitation/create", () => ({ action: "accept", content: { answer: "once" } }));
  expect(JSON.stringify(await client.callTool({ name: "Deploy", arguments: {} }))).toContain("\\nline 1");
  expect(JSON.stringify(await client.callTool({ name: "Bash", arguments: { command: "true" } }))).toContain("line 2");
});
