import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { MachineOptions } from "../../../../src/tools/machines/machine-options.ts";
import { cli } from "../../../support/cli.ts";
import { pipedMachine } from "../../../support/machine-kit.ts";
import { tempDir } from "../../../support/temp-dir.ts";

/** A configuration with these machines, and the flag that names it. */
function configured(machines: Readonly<Record<string, MachineOptions & { readonly mark?: string }>>): string[] {
  const file = join(tempDir(), "config.json");
  const entries = Object.entries(machines).map(([name, machine]) => [name, { ...machine, mark: undefined }]);
  writeFileSync(file, JSON.stringify({ machines: Object.fromEntries(entries) }));
  return ["--config", file];
}

test("tells which machines answer, and why others do not", async () => {
  const flags = configured({ there: pipedMachine(), gone: pipedMachine({ worker: ["false"] }) });
  const { code, stdout } = await cli(["machines", ...flags]);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^machine +kind +is +start +command +load +free +containment\n/);
  expect(stdout).toMatch(/^there +command +\S+@\S+ +\d+ ms +[\d.]+ ms +\d+ of \d+ .*none$/m);
  expect(stdout).toMatch(/^gone +command +not reached$/m);
  expect(stdout).toMatch(/^gone: .*could not be started/m);
});

test("one alone, as JSON; a name that is none; no machines", async () => {
  const flags = configured({ there: pipedMachine() });
  const { code, stdout } = await cli(["machines", "there", "--json", ...flags]);
  expect([code, JSON.parse(stdout)]).toMatchObject([0, [{ name: "there", reachable: true, containment: "none" }]]);
  expect(await cli(["machines", "other", ...flags])).toMatchObject({ code: 2 });
  expect((await cli(["machines", ...configured({})])).stdout).toMatch(/^no machines/);
});

test("run --on runs there, in the workspace there, with its own exit code", async () => {
  const workspace = tempDir();
  const flags = configured({ there: pipedMachine() });
  const words = ["run", "--on", "there", "--workspace", workspace, ...flags, "--", "pwd; cat; exit 7"];
  expect(await cli(words, { stdin: "typed\n" })).toMatchObject({ code: 7, stdout: `${workspace}\ntyped\n` });
});

test.each([
  [["--on", "nowhere"], /--on is "nowhere"; the configuration has these machines: none/],
  [["--profile", "big"], /--profile is of a machine; add --on NAME/],
])("run %j is refused", async (words, why) => {
  const { code, stderr } = await cli(["run", ...words, ...configured({}), "--", "true"]);
  expect(code).toBe(2);
  expect(stderr).toMatch(why);
});
