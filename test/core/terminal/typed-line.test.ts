import { expect, test } from "vitest";
import type { Prompt } from "../../../src/core/terminal/prompt-line.ts";
import { TypedLine } from "../../../src/core/terminal/typed-line.ts";

const text = (bytes: string) => ({ kind: "text", bytes }) as const;
const enter = { kind: "accept", bytes: "\r" } as const;
const up = { kind: "edit", bytes: "\x1b[A" } as const;
const interrupt = { kind: "interrupt", bytes: "\x03" } as const;
const prompt = (typed: string | undefined): Prompt => ({ text: "$ ", typed: () => typed, dispose: () => undefined });

test("pieces make one line, until Enter", () => {
  const line = new TypedLine();
  line.took(text("rm -rf "), true);
  line.took(text("/"), true);
  expect(line.literal).toBe("rm -rf /");
  line.took(enter, true);
  expect(line.literal).toBe("");
});

test("after a key that edits, only the screen knows the line", () => {
  const line = new TypedLine();
  line.promptedBy(7, prompt("rm x"));
  line.took(up, true);
  line.took(text("y"), true);
  expect([line.literal, line.onScreen, line.reader]).toEqual([undefined, "rm x", 7]);
  line.took(enter, true);
  expect([line.literal, line.onScreen, line.reader]).toEqual(["", undefined, undefined]);
});

test("what the user types makes the line unknown, until the user ends it", () => {
  const line = new TypedLine();
  line.promptedBy(7, prompt(""));
  line.byUser("rm -rf ");
  expect([line.literal, line.reader]).toEqual([undefined, undefined]);
  line.byUser("x\r");
  expect(line.literal).toBe("");
});

test("a command of several lines is remembered as one, and forgotten by an interrupt", () => {
  const line = new TypedLine();
  line.wasAccepted("f() {", true);
  line.wasAccepted("rm x", true);
  expect(line.begun).toEqual(["f() {", "rm x"]);
  line.wasAccepted("}", false);
  expect([line.begun, line.accepted]).toEqual([[], ["f() {\nrm x\n}"]]);
  line.wasAccepted("if x", true);
  line.took(interrupt, true);
  expect(line.begun).toEqual([]);
});

test("a line that was taken back is empty, or not known", () => {
  const line = new TypedLine();
  line.took(text("x"), true);
  line.wasTakenBack(true);
  expect(line.literal).toBe("");
  line.wasTakenBack(false);
  expect(line.literal).toBeUndefined();
});

test("so many lines are remembered and no more", () => {
  const line = new TypedLine();
  for (let at = 0; at < 500; at++) line.wasAccepted(`${at}`, false);
  expect(line.accepted).toHaveLength(200);
});

test("what the kernel keeps until Enter is counted in bytes, and only where it keeps lines", () => {
  const line = new TypedLine();
  line.took(text("né"), true);
  line.took(up, true);
  expect(line.keptBytes).toBe(6);
  line.took(enter, true);
  expect(line.keptBytes).toBe(0);
  line.took(text("x"), true);
  line.took(text("y"), false);
  expect(line.keptBytes).toBe(0);
  line.took(text("x"), true);
  line.wasTakenBack(true);
  expect(line.keptBytes).toBe(0);
});

test("a step of which a part was taken leaves a line that nobody knows", () => {
  const line = new TypedLine();
  line.took(text("x"), true);
  line.tookPart();
  expect(line.literal).toBeUndefined();
});
