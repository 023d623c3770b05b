import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pidsWith } from "../../support/is-alive.ts";
import { hasBubblewrap } from "../../support/open-sandbox.ts";
import { ATTEMPTS } from "./attempts.mjs";

type Result = { readonly name: string; readonly outside: boolean; readonly inside: boolean; readonly said: string };
type Report = {
  readonly uid: number;
  readonly containment: { readonly level: string; readonly reasons: readonly string[] };
  readonly results: readonly Result[];
};

const PLAIN_USER = 54_321;
const isRoot = process.getuid?.() === 0;
const canBePlain = !isRoot || existsSync("/usr/bin/setpriv");
let place = "";

/** The built files and the driver where everybody may read them, whoever owns the repository. */
beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), "nacre-battery-files-"));
  chmodSync(place, 0o755);
  cpSync("dist", join(place, "dist"), { recursive: true });
  cpSync("test/attacks/containment", join(place, "battery"), {
    recursive: true,
    filter: (path) => !path.endsWith(".ts"),
  });
  writeFileSync(join(place, "package.json"), '{"type":"module"}');
  writeFileSync(join(place, "canary"), "canary");
  mkdirSync(join(place, "tmp"), { mode: 0o777 });
  chmodSync(join(place, "tmp"), 0o1777);
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

function batteryAs(who: "root" | "plain"): Report {
  const drop =
    who === "plain" && isRoot
      ? ["/usr/bin/setpriv", `--reuid=${PLAIN_USER}`, `--regid=${PLAIN_USER}`, "--clear-groups"]
      : [];
  const [file, ...args] = [...drop, process.execPath, join(place, "battery/battery-driver.mjs"), join(place, "dist")];
  const canary = openSync(join(place, "canary"), "r");
  const run = spawnSync(file, args, {
    encoding: "utf8",
    cwd: place,
    env: {
      PATH: "/usr/bin:/bin",
      HOME: "/nonexistent",
      TMPDIR: join(place, "tmp"),
      MY_API_KEY: "canary-in-environment",
    },
    // Descriptor 9 is what a careless parent leaves open.
    stdio: ["ignore", "pipe", "pipe", "ignore", "ignore", "ignore", "ignore", "ignore", "ignore", canary],
    timeout: 280_000,
  });
  if (run.status !== 0) throw new Error(`the battery did not run: ${run.stderr}`);
  return JSON.parse(run.stdout) as Report;
}

describe.runIf(hasBubblewrap).each([
  ["root", isRoot],
  ["plain", canBePlain],
] as const)("from inside a sandbox that a %s user started", (who, possible) => {
  let report: Report | undefined;
  beforeAll(() => {
    if (possible) report = batteryAs(who);
  }, 300_000);

  test.skipIf(!possible)("the wall is complete and at least 40 attempts are proved to work outside", () => {
    expect(report?.containment).toMatchObject({ level: "full" });
    expect(report?.results.filter(({ outside }) => outside).length).toBeGreaterThanOrEqual(40);
  });

  test
    .skipIf(!possible)
    .for(
      ATTEMPTS.filter(({ as, arch }) => (as !== "root" || who === "root") && (arch ?? process.arch) === process.arch),
    )("nobody can $name", ({ name }, context) => {
    const result = report?.results.find((candidate) => candidate.name === name);
    if (result?.outside === false) context.skip(`this machine does not allow it outside either: ${result.said}`);
    expect(result).toMatchObject({ outside: true, inside: false });
  });

  test("nothing is left running", () => {
    expect(pidsWith(place)).toEqual([]);
  });
});
