import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { terminalApprover } from "../../../src/apps/cli/ask.ts";

test("a question that is answered by the end of input ends its line", async () => {
  let said = "";
  const io = {
    stdin: Readable.from([]),
    stderr: (text: string): void => void (said += text),
    signal: new AbortController().signal,
  };
  const question = { command: "git push", cwd: "/w", sessionId: "default", findings: [], answers: ["once", "deny"] };
  expect(await terminalApprover(io)(question as never)).toBe("deny");
  expect(said).toMatch(/› \n$/);
});
