import { expect, test } from "vitest";
import { writeRecord } from "../../../../src/core/try/try-record.ts";
import { cli } from "../../../support/cli.ts";
import { tryGround } from "../../../support/tried.ts";

test("open tries are listed and shown, in words and as data", async () => {
  const { workspace, stateDir, run } = tryGround({ a: "one\n" });
  const env = { NACRE_STATE_DIR: stateDir };
  expect(await cli(["try", "--list"], { env })).toMatchObject({ code: 0, stdout: "no try is open\n" });
  const record = await run("echo x >> a; printf '\\0' > bin; seq 100 > long");
  writeRecord(stateDir, { ...record, isOpen: false, commands: ["make all"] });
  const { id } = record;
  expect((await cli(["try", "--list"], { env })).stdout).toMatch(
    new RegExp(`${id} .* open .* 3 .*${workspace}.*make all`),
  );
  const { stdout } = await cli(["try", "--show", id], { env });
  expect(stdout).toContain("  M a (4 bytes → 6 bytes)\n");
  expect(stdout).toContain("@@ -1,1 +1,2 @@\n one\n+x\n");
  expect(stdout).toContain("binary: bin\n");
  expect(stdout).toContain(`+59\n… 41 more lines; nacre try --show ${id} --all shows them\n`);
  expect((await cli(["try", "--show", id, "--all"], { env })).stdout).toContain("+100\n");
  const [listed] = JSON.parse((await cli(["try", "--list", "--json"], { env })).stdout);
  expect(listed).toMatchObject({ id, workspace, state: "open", commands: ["make all"] });
  expect(JSON.parse((await cli(["try", "--show", id, "--json"], { env })).stdout)).toEqual(listed);
  expect(await cli(["try", "--show", "try_1"], { env })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`there is ${id}`),
  });
});
