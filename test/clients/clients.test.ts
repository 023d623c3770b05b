import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isAlive } from "../support/is-alive.ts";
import { waitUntil } from "../support/wait-until.ts";
import { AGENTS } from "./agents/agents.ts";
import { type Driven, drive, signalGroup } from "./drive.ts";
import { type Row, tell } from "./report.ts";
import { FRAME_SCRIPT, FRAME_TEXT, SCRIPT, STOPPED_SCRIPT } from "./script.ts";

/** At most so much more, or less, than nacre sent. */
const MOST = 1.2;

const rows: Row[] = [];

afterAll(() => tell(rows));

describe.each(AGENTS)("$name", (agent) => {
  let run: Driven;

  beforeAll(async () => {
    run = await drive(agent, SCRIPT);
  });

  test("ends by itself after the script", () => {
    expect(run.end, run.said).toBe("0");
  });

  test("has nacre's tools, or a way to find them, from the first request on", () => {
    expect(run.model.withoutTools).toBe(0);
  });

  test("gets text and nothing else", () => {
    expect(run.wire.structured).toBe(0);
  });

  test.each(SCRIPT.map(({ name }, at) => ({ name, at })))(
    "$name reaches the model as nacre sent it",
    ({ name, at }) => {
      const meant = run.wire.texts[at] ?? "";
      const reached = run.model.read.get(name) ?? "";
      const carried = agent.unwrap(reached);
      const lastLine = meant.trimEnd().split("\n").at(-1) ?? "";
      const hasLastLine = carried.includes(lastLine);
      rows.push({
        agent,
        run,
        case: name,
        meant: meant.length,
        reached: reached.length,
        carried: carried.length,
        hasLastLine,
        isSame: carried === meant,
      });
      expect(meant, run.said).not.toBe("");
      expect(carried.length, excerpt(carried)).toBeLessThanOrEqual(meant.length * MOST);
      expect(carried.length, excerpt(carried)).toBeGreaterThanOrEqual(meant.length / MOST);
      expect(hasLastLine, excerpt(carried)).toBe(true);
    },
  );
});

test.each(AGENTS)("$name puts around nacre's text what it puts around any server's", async (agent) => {
  const { model, said } = await drive(agent, FRAME_SCRIPT, { server: "bare-server.mjs" });
  const read = FRAME_SCRIPT.map(({ name }) => agent.unwrap(model.read.get(name) ?? ""));
  expect(read, said).toEqual(FRAME_SCRIPT.map(() => FRAME_TEXT));
});

describe.each(AGENTS)("$name, stopped in the middle of a command", (agent) => {
  test("reads nothing of nacre for that call, and the session goes on", async () => {
    const run = await drive(agent, STOPPED_SCRIPT, {
      talk: async (talk, project) => {
        const first = talk.say("Begin.");
        const sleeper = await pidIn(join(project, "sleeper"));
        await talk.stop();
        await first;
        if (agent.cancels) await waitUntil("the command to be gone", () => !isAlive(sleeper));
        await talk.say("Go on.");
      },
    });
    const [stopped = "", after = ""] = STOPPED_SCRIPT.map(({ name }) => run.model.read.get(name));
    rows.push({
      agent,
      run,
      case: "cancel",
      meant: 0,
      reached: stopped.length,
      carried: 0,
      hasLastLine: true,
      isSame: true,
    });
    expect(run.wire.cancelled > 0).toBe(agent.cancels);
    expect(stopped).not.toContain("still-here");
    expect(agent.unwrap(after), run.said).toBe(run.wire.texts.at(-1));
    expect(after).toContain("still-here");
  });

  test("leaves nothing after Ctrl-C", async () => {
    await drive(agent, STOPPED_SCRIPT, {
      meanwhile: async (client, project) => {
        await pidIn(join(project, "sleeper"));
        signalGroup(client, "SIGINT");
      },
    });
  });
});

async function pidIn(file: string): Promise<number> {
  const pid = (): number => (existsSync(file) ? Number(readFileSync(file, "utf8")) : 0);
  await waitUntil("the command to run", () => pid() > 0, 60_000);
  return pid();
}

const excerpt = (text: string): string => (text.length < 1500 ? text : `${text.slice(0, 700)}\n…\n${text.slice(-700)}`);
