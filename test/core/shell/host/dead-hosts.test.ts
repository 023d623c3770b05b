import { expect, test } from "vitest";
import { DeadHosts } from "../../../../src/core/shell/host/dead-hosts.ts";
import { deadHost } from "../../../support/dead-host.ts";
import { tempDir } from "../../../support/temp-dir.ts";

test("a caller that cannot wait finishes what another clears up in slices, and each loss is told once", async () => {
  const stateDir = tempDir();
  const ids = Array.from({ length: 20 }, (_, index) => `shell_${index}`);
  deadHost(stateDir, ids);
  const told: string[] = [];
  const inside: (string | undefined)[] = [];
  const hosts: DeadHosts = new DeadHosts(stateDir, (event) => {
    if (event.kind !== "shell-lost") return;
    told.push(event.id);
    inside.push(hosts.shell(event.id)?.status);
  });
  const clearing = hosts.clear();
  const shell = hosts.shell("shell_7");
  expect([shell?.status, shell?.getAllOutput()]).toEqual(["lost", "shell_7 printed before\n"]);
  await clearing;
  expect(told.toSorted()).toEqual(ids.toSorted());
  expect(inside).toEqual(ids.map(() => "lost"));
  await hosts.clear();
  expect([told.length, await hosts.find("shell_none")]).toEqual([ids.length, undefined]);
});
