import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createToolkit, type Toolkit, type ToolResult } from "../../../src/index.ts";
import { restartSession } from "../../../src/tools/restart-session.ts";
import { pidsInEnvironment } from "../../support/is-alive.ts";
import { waitUntil } from "../../support/wait-until.ts";
import { KEY, LEAKING } from "./leaking.ts";
import { ORDINARY } from "./ordinary.ts";

/*
 * Every sequence runs for real, without a sandbox, in a home of the test. The denied file there holds a text that is
 * nowhere else: a result that shows it is a leak. No sequence destroys anything.
 */
const CANARY = "canary-of-the-sequences";
const mark = `nacre-sequences-${process.pid}`;
let kit: Toolkit;
let home: string;

beforeAll(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "nacre-home-")));
  mkdirSync(join(home, ".ssh"));
  writeFileSync(join(home, ".ssh", "id_ed25519"), `${CANARY}\n`);
  mkdirSync(join(home, "work"));
  const environment = { set: { NACRE_TEST: mark, HOME: home, READER: "cat" } };
  kit = createToolkit({
    stateDir: join(home, ".state"),
    workingDir: join(home, "work"),
    loginShell: false,
    environment,
  });
});

afterAll(async () => {
  await kit.dispose();
  await waitUntil("nothing of the test to be alive", () => pidsInEnvironment(`NACRE_TEST=${mark}`).length === 0);
  rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
});

/** Runs the calls one after the other, in a session and a directory of their own. */
async function results(calls: readonly string[]): Promise<readonly ToolResult[]> {
  const workingDir = mkdtempSync(join(home, "work", "app-"));
  const context = { workingDir, sessionId: workingDir.replaceAll("/", "-") };
  const all: ToolResult[] = [];
  for (const command of calls) all.push(await kit.call("Bash", { command }, context));
  await restartSession(kit, context);
  expect(all.map(({ metadata }) => metadata["fault"])).toEqual(calls.map(() => undefined));
  return all;
}

test("a command that may read the file would show it", async () => {
  const [shown] = await results([`printf '%s' ${CANARY}`]);
  expect(JSON.stringify(shown)).toContain(CANARY);
  const [refused] = await results([`cat ${KEY}`]);
  expect(refused?.metadata.error_kind).toBe("blocked");
});

test("what a session that never said its state may hold is unknown, not empty", async () => {
  const context = { workingDir: mkdtempSync(join(home, "work", "app-")), sessionId: "busy" };
  const busy = kit.call("Bash", { command: "touch begun; until [ -e go ]; do sleep 0.02; done" }, context);
  await waitUntil("the session to be busy", () => existsSync(join(context.workingDir, "begun")));
  const command = `\${READER:-true} ${KEY}`;
  const { metadata } = await kit.call("Bash", { command, run_in_background: true }, context);
  writeFileSync(join(context.workingDir, "go"), "");
  await busy;
  expect(metadata.error_kind).toBe("blocked");
});

test.each(LEAKING.map((calls) => [calls.join(" ⏎ "), calls] as const))("%s shows no secret", async (_, calls) => {
  expect(JSON.stringify(await results(calls))).not.toContain(CANARY);
});

test.each(ORDINARY.map((calls) => [calls.join(" ⏎ "), calls] as const))("%s raises no question", async (_, calls) => {
  const said = (await results(calls)).map(({ metadata, error }) => (metadata.error_kind === "blocked" ? error : "ran"));
  expect(said).toEqual(calls.map(() => "ran"));
});

test("there are as many as were promised", () => {
  expect(LEAKING.length).toBeGreaterThanOrEqual(150);
  expect(ORDINARY.length).toBeGreaterThanOrEqual(60);
});
