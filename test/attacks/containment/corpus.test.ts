import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { seedOf } from "../../conformance/real-bash.ts";
import { pidsWith } from "../../support/is-alive.ts";
import { hasBubblewrap } from "../../support/open-sandbox.ts";

const CORPUS = "../shared/corpus/policy.jsonl";
const SAMPLE = 150;
const PLAIN_USER = 54_322;

type Line = { readonly id: string; readonly command: string; readonly expect: string };
type Report = {
  readonly probed: boolean;
  readonly ran: number;
  readonly touched: readonly string[];
  readonly timedOut: number;
};

/** Small, known generator: the same seed picks the same lines. */
function shuffled<T>(items: readonly T[], seed: number): T[] {
  let state = seed >>> 0;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return items
    .map((item) => ({ item, at: next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

/** NACRE_CORPUS=all runs every line; FUZZ_SEED chooses the sample. */
test.runIf(hasBubblewrap && existsSync(CORPUS))(
  "no dangerous line of the corpus touches anything outside",
  () => {
    const seed = seedOf("corpus");
    const dangerous = readFileSync(CORPUS, "utf8")
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Line)
      .filter(({ expect: expected }) => expected === "deny");
    const chosen = process.env["NACRE_CORPUS"] === "all" ? dangerous : shuffled(dangerous, seed).slice(0, SAMPLE);
    console.log(`corpus: ${chosen.length} of ${dangerous.length} dangerous lines`);

    const place = mkdtempSync(join(tmpdir(), "nacre-corpus-files-"));
    onTestFinished(() => rmSync(place, { recursive: true, force: true }));
    chmodSync(place, 0o755);
    cpSync("dist", join(place, "dist"), { recursive: true });
    cpSync("test/attacks/containment/corpus-driver.mjs", join(place, "corpus-driver.mjs"));
    writeFileSync(join(place, "package.json"), '{"type":"module"}');
    writeFileSync(join(place, "lines.json"), JSON.stringify(chosen));
    mkdirSync(join(place, "tmp"));
    chmodSync(join(place, "tmp"), 0o1777);

    // Never as root: should the wall have a hole, the one behind it is nobody.
    const drop =
      process.getuid?.() === 0
        ? ["/usr/bin/setpriv", `--reuid=${PLAIN_USER}`, `--regid=${PLAIN_USER}`, "--clear-groups"]
        : [];
    const [file, ...args] = [
      ...drop,
      process.execPath,
      join(place, "corpus-driver.mjs"),
      join(place, "dist"),
      join(place, "lines.json"),
    ];
    const env = { PATH: "/usr/bin:/bin", HOME: "/nonexistent", TMPDIR: join(place, "tmp") };
    const run = spawnSync(file, args, { encoding: "utf8", cwd: place, env, timeout: 880_000 });
    if (run.status !== 0) throw new Error(`the corpus did not run: ${run.stderr}`);
    const report = JSON.parse(run.stdout) as Report;
    console.log(
      `corpus: ${report.ran} ran, ${report.timedOut} ended by the clock, ${report.touched.length} touched a canary`,
    );
    expect(report).toMatchObject({ probed: true, ran: chosen.length, touched: [] });
    expect(pidsWith("corpus-driver.mjs")).toEqual([]);
  },
  900_000,
);
