import { spawnSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { refusesAgent } from "../../../src/apps/cli/users-act.ts";
import { hasBubblewrap } from "../../support/open-sandbox.ts";
import { type OpenToolkit, openToolkit } from "../../support/open-toolkit.ts";
import { tempDir } from "../../support/temp-dir.ts";

/** Every act that is the user's alone. */
const ACTS: readonly string[] = [
  "token mine --state-dir state",
  "init --write codex --yes",
  "doctor --repair --state-dir state",
  "restore some-copy --state-dir state",
  "restore --quarantine 0a1b2c3d --state-dir state",
];

/** How a command may start nacre. */
const WAYS: readonly string[] = [
  "NACRE",
  "env -i NACRE",
  "setsid -w NACRE",
  "{ setsid -f sh -c 'env -u NACRE_HOST NACRE >said 2>&1; echo $? >code'; until [ -s code ]; do sleep 0.05; done; cat said; exit $(cat code); }",
];

const NACRE = `${process.execPath} ${process.cwd()}/bin/nacre.js`;

/** From a file that the session did not write: the policy sees none of it. */
async function inShell({ bash, workingDir }: OpenToolkit, way: string, act: string): Promise<readonly unknown[]> {
  writeFileSync(join(workingDir, "act.sh"), `rm -f said code\n${way.replace(/\bNACRE\b(?!_)/, `${NACRE} ${act}`)}\n`);
  const { metadata, output, error } = await bash("bash act.sh 2>&1");
  return [metadata.exit_code, `${output}${error ?? ""}`];
}

const refused = (act: string): readonly unknown[] => [
  126,
  expect.stringMatching(
    new RegExp(`nacre: ${act.split(" ")[0]}.* is for the user, and this is the shell of an agent: `),
  ),
];

test.each(ACTS)("nacre %s refuses in the shell of an agent, however it is started", async (act) => {
  const kit = openToolkit();
  for (const way of WAYS) expect(await inShell(kit, way, act)).toEqual(refused(act));
  expect(["state", ".codex"].map((name) => existsSync(join(kit.workingDir, name)))).toEqual([false, false]);
});

test.skipIf(!hasBubblewrap)("so it does in a sandbox that shows nacre", async () => {
  const workingDir = tempDir();
  const kit = openToolkit({ workingDir, sandbox: { profile: "workspace", read: [process.cwd()] } });
  for (const act of ACTS) for (const way of WAYS) expect(await inShell(kit, way, act)).toEqual(refused(act));
});

test.each(ACTS)("nacre %s refuses where nacre's mark is all that is left", (act) => {
  const cwd = tempDir();
  const { status, stderr } = spawnSync("/bin/sh", ["-c", `${NACRE} ${act}`], {
    cwd,
    env: { PATH: process.env["PATH"], HOME: cwd, NACRE_HOST: "host-1" },
    encoding: "utf8",
  });
  expect([status, stderr]).toEqual(refused(act));
});

test("elsewhere nothing is said", () => {
  let said = "";
  expect(refusesAgent("token", { env: {}, stderr: (text) => (said += text) })).toBe(false);
  expect(said).toBe("");
});
