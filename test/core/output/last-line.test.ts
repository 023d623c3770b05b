import { expect, test } from "vitest";
import { lastLineOf } from "../../../src/core/output/last-line.ts";
import { printed } from "../../support/printed.ts";

const last = (stdout: string, stderr = ""): ReturnType<typeof lastLineOf> => lastLineOf(printed(stdout, stderr));

test("a line without an end counts before one with an end, on stderr first", () => {
  expect(last("done\n", "Name: ")).toEqual({ text: "Name:", isOpen: true });
  expect(last("Go on? ", "warning\n")).toEqual({ text: "Go on?", isOpen: true });
  expect(last("a ", "b ")).toEqual({ text: "b", isOpen: true });
});

test("without an open line it is the last one that was printed, or nothing", () => {
  expect(last("done\n", "warning\n")).toEqual({ text: "done", isOpen: false });
  expect(last("", "warning\n")).toEqual({ text: "warning", isOpen: false });
  expect(last("")).toEqual({ text: "", isOpen: false });
});
