import { expect, test } from "vitest";
import {
  checkEvent,
  checkFile,
  checkProcesses,
  checkReady,
  checkState,
  checkWorkerAsk,
  stateAsData,
} from "../../../src/tools/machines/machine-messages.ts";

const overTheWire = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

test("what a session holds comes back as it was", () => {
  const state = {
    functions: new Map([["f", "f () { echo; }"]]),
    aliases: new Map([["ll", "ls -l"]]),
    variables: new Map([
      ["A", { attributes: "x", value: "text" }],
      ["L", { attributes: "a", value: new Map([["0", "zero"]]) }],
      ["N", { attributes: "", value: undefined }],
    ]),
    isWhole: true,
    options: ["errexit"],
    shopts: ["extglob"],
    arguments: ["one"],
    last: "word",
    traps: ["echo bye"],
  };
  expect(checkState(overTheWire(stateAsData(state)), "state")).toEqual(state);
  expect(checkState(undefined, "state")).toBeUndefined();
  expect(() => checkState({ functions: [["f", 5]] }, "state")).toThrow(/^state/);
});

test("files, processes and questions are checked", () => {
  expect(checkFile({ kind: "text", text: "x", readAt: 1 }, "file")).toEqual({ kind: "text", text: "x", readAt: 1 });
  expect(checkFile({ kind: "missing" }, "file")).toEqual({ kind: "missing" });
  expect(() => checkFile({ kind: "other" }, "file")).toThrow();
  expect(checkProcesses([1, 2], "processes")).toEqual([1, 2]);
  expect(() => checkProcesses([-1], "processes")).toThrow();
  expect(checkWorkerAsk({ what: "clear", number: 3, isSettled: false }, "ask")).toMatchObject({
    what: "clear",
    number: 3,
  });
  expect(checkWorkerAsk({ what: "withdraw", question: "question_1" }, "ask")).toEqual({
    what: "withdraw",
    question: "question_1",
  });
  const request = { text: "ls", cwd: "/", sessionId: "s", workspaces: ["/"], sessionKey: 1, isBusy: false };
  const judge = {
    what: "judge",
    number: 1,
    call: 2,
    isToClear: true,
    request: { ...request, stdin: { kind: "text", text: "in" } },
  };
  expect(checkWorkerAsk(judge, "ask")).toEqual(judge);
  expect(() => checkWorkerAsk({ ...judge, request: { ...request, cwd: "relative" } }, "ask")).toThrow(
    "ask.request.cwd",
  );
});

test("what happened and what a machine is are checked", () => {
  const ended = { kind: "shell-ended", id: "shell_0123456789abcdef", status: "failed", exitCode: 1 };
  expect(checkEvent({ ...ended, more: 1 }, "event")).toEqual(ended);
  const command = { kind: "command-ended", sessionId: "s", command: "x", ending: "exited", durationMs: 1.4, bytes: 2 };
  expect(checkEvent(command, "event")).toEqual({ ...command, durationMs: 1 });
  for (const wrong of [{ ...ended, id: "../x" }, { ...ended, status: "running" }, { kind: "host-ended" }, null])
    expect(() => checkEvent(wrong, "event")).toThrow(/^event/);
  expect(() => checkReady({ home: "/x" }, "ready")).toThrow("ready.pid");
});
