import { expect, test } from "vitest";
import { lastLineOf } from "../../../src/core/output/last-line.ts";

const printed = (stdout: string, stderr = ""): ReturnType<typeof lastLineOf> =>
  lastLineOf({ read: () => ({ text: "", stdout, stderr, truncated: false, nextCursor: "0", droppedBytes: 0 }) });

test("a line without an end counts before one with an end, on stderr first", () => {
  expect(printed("done\n", "Name: ")).toEqual({ text: "Name:", isOpen: true });
  expect(printed("Go on? ", "warning\n")).toEqual({ text: "Go on?", isOpen: true });
  expect(printed("a ", "b ")).toEqual({ text: "b", isOpen: true });
});

test("without an open line it is the last one that was printed, or nothing", () => {
  expect(printed("done\n", "warning\n")).toEqual({ text: "done", isOpen: false });
  expect(printed("", "warning\n")).toEqual({ text: "warning", isOpen: false });
  expect(printed("")).toEqual({ text: "", isOpen: false });
});
