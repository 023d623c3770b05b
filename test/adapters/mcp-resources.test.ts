import { expect, test } from "vitest";
import { logResources, readResource } from "../../src/adapters/mcp-resources.ts";
import { openToolkit } from "../support/open-toolkit.ts";

test("the logs of the caller's own session are listed, under names that fit on a line", async () => {
  const kit = openToolkit();
  const id = await kit.start(`echo ${"x".repeat(200)}`);
  await kit.start("true", { session_id: "other" });
  expect(logResources(kit, {})).toMatchObject([{ uri: `shell://${id}/log`, name: id, mimeType: "text/plain" }]);
  expect(logResources(kit, {})[0]?.title).toHaveLength(81);
  expect(logResources(kit, { scope: "another" })).toEqual([]);
});

test("a log is read by its address as often as one likes", async () => {
  const kit = openToolkit();
  const id = await kit.start("echo hello");
  await kit.shells.getShell(id)?.wait();
  const uri = `shell://${id}/log`;
  const log = { contents: [{ uri, mimeType: "text/plain", text: "hello\n" }] };
  expect([await readResource(kit, uri, {}), await readResource(kit, uri, {})]).toEqual([log, log]);
  await expect(readResource(kit, uri, { scope: "another" })).rejects.toThrow("No such resource");
});

test.each(["file:///etc/passwd", "shell://shell_1/status", "shell:///log", "shell://shell_1/log", ""])(
  "there is no resource %j",
  async (uri) => {
    await expect(readResource(openToolkit(), uri, {})).rejects.toThrow(`No such resource: ${uri}`);
  },
);
