import { resolve } from "node:path";
import { expect, test } from "vitest";
import { runSource } from "../../../support/run-source.ts";

/** A host with a child that ends with its stdin. */
const program = (how: "free" | "held"): string => `
import { spawn } from "node:child_process";
import { HostHold } from "${resolve("dist/modules/core/process/pipe/host-hold.js")}";
const child = spawn("cat", [], { stdio: ["pipe", "pipe", "pipe", "pipe"] });
const host = new HostHold(child);
child.stdout.on("data", () => {
  console.log("heard");
  host.letGo();
});
host.letGo();
if (${how === "held"}) {
  host.hold();
  host.hold();
  child.stdin.write("x");
}
`;

test("a child that does not hold the host lets it end", async () => {
  expect(await runSource(program("free"))).toEqual({ code: 0, stdout: "", stderr: "" });
});

test("a child that holds the host is heard before the host ends", async () => {
  expect(await runSource(program("held"))).toEqual({ code: 0, stdout: "heard\n", stderr: "" });
});
