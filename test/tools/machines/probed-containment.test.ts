import { expect, test } from "vitest";
import type { Ready } from "../../../src/tools/machines/machine-messages.ts";
import { heldThere } from "../../../src/tools/machines/probed-containment.ts";

const ready = { pidNamespace: "pid:[4026532999]", rootType: "overlay" } as Ready;

test("a container counts in part, where the worker found itself in one", () => {
  expect(heldThere({ kind: "podman", image: "x" }, ready)).toMatchObject({
    containment: "partial",
    containment_reasons: [expect.stringMatching(/only the container holds/)],
  });
});

test.each<[string, Ready | undefined, "ssh" | "docker"]>([
  ["it is in the first namespace", { ...ready, pidNamespace: "pid:[4026531836]" }, "docker"],
  ["its root is the machine's", { ...ready, rootType: "ext4" }, "docker"],
  ["it said nothing", { ...ready, pidNamespace: "" }, "docker"],
  ["it has not begun", undefined, "docker"],
  ["no container was asked for", ready, "ssh"],
])("nothing is claimed where %s", (_, said, kind) => {
  expect(heldThere({ kind }, said)).toEqual({});
});
