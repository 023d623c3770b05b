import { execFile } from "node:child_process";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { pidsWith } from "../../support/is-alive.ts";
import { hasBubblewrap } from "../../support/open-sandbox.ts";
import { AS_PLAIN_USER, isRoot, plainCopy } from "../../support/plain-user.ts";

/*
 * Nobody answers for a session: processes that commands left behind, and commands themselves, try to. Each attack has a
 * hundred rounds, or 25 where it has no moment to hit; each round runs a command with a known text, a known effect and a random status.
 */

type Report = {
  readonly name: string;
  /** Whether it may cost every command its bash. */
  readonly denies: boolean;
  readonly wanted: number;
  readonly rounds: number;
  /** Rounds whose command was told as it was. */
  readonly told: number;
  readonly forged: readonly object[];
  /** Rounds of which nacre said that the command did not run, or did not end by itself. */
  readonly refused: readonly object[];
  readonly hung: readonly object[];
  readonly unattested: number;
  readonly goesOn: boolean;
  /** How often the attacker tried, and what it got. */
  readonly tried: number;
  readonly reached: readonly string[];
};

const ROUNDS = 100;
const LONGEST_MS = 280_000;

type Setup = { readonly who: "root" | "plain"; readonly sandbox: "workspace" | "none" };

/** Runs the attacks as a host of its own; nothing of it may be left. */
async function attacksAs({ who, sandbox }: Setup, rounds: number, name = ""): Promise<readonly Report[]> {
  const place = plainCopy();
  cpSync("test/attacks/impersonation", join(place, "attacks"), { recursive: true });
  const words = [join(place, "attacks/driver.mjs"), join(place, "dist"), sandbox, String(rounds), name];
  const [file = "", ...args] = [...(who === "plain" ? AS_PLAIN_USER : []), process.execPath, ...words];
  const env = { PATH: "/usr/bin:/bin", HOME: "/nonexistent", TMPDIR: place };
  const { stdout } = await promisify(execFile)(file, args, { cwd: place, env, timeout: LONGEST_MS });
  expect(pidsWith(place)).toEqual([]);
  return JSON.parse(stdout).reports;
}

/** Denials are no forgeries, but a session that refuses most of its commands has been taken. */
const MOST_REFUSED = 10;

test.for([
  { who: "plain", sandbox: "none", possible: true },
  { who: "plain", sandbox: "workspace", possible: hasBubblewrap },
  { who: "root", sandbox: "workspace", possible: isRoot && hasBubblewrap },
] as const)(
  "a session of a $who user with sandbox $sandbox says what its own bash says, in every attack",
  { timeout: LONGEST_MS },
  async ({ possible, ...setup }, context) => {
    if (!possible) context.skip("no bubblewrap, or not root");
    const reports = await attacksAs(setup, ROUNDS);
    expect(reports.length).toBeGreaterThanOrEqual(12);
    for (const { tried, refused, told, wanted, denies, ...report } of reports) {
      expect(report).toMatchObject({ rounds: wanted, forged: [], hung: [], reached: [], unattested: 0, goesOn: true });
      expect(told + refused.length, report.name).toBe(wanted);
      if (!denies) expect(refused.length, JSON.stringify([report.name, refused])).toBeLessThanOrEqual(MOST_REFUSED);
      expect(tried, report.name).toBeGreaterThan(report.name.startsWith("swaps") ? 0 : 10);
    }
  },
);

test.skipIf(!isRoot)("the attacks are real: where nothing hides bash, they reach it, and it is said", async () => {
  const exposed = { who: "root", sandbox: "none" } as const;
  const [doors] = await attacksAs(exposed, 100, "opens bash's memory");
  const [taken] = await attacksAs(exposed, 2, "becomes another program");
  expect(doors?.reached).toEqual(expect.arrayContaining(["+< mem", "> fd/255", "copy of 254"]));
  expect(doors?.unattested).toBeGreaterThan(0);
  expect(taken?.forged.length).toBeGreaterThan(0);
});
