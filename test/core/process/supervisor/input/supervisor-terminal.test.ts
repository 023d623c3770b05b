import { expect, test } from "vitest";
import { SupervisorTerminal } from "../../../../../src/core/process/supervisor/input/supervisor-terminal.ts";

/** A terminal whose supervisor answers this, and what it was told. `supervisor.contract.ts` has the real ones. */
function answered(answer: string): { readonly terminal: SupervisorTerminal; readonly said: string[] } {
  const said: string[] = [];
  const terminal = new SupervisorTerminal(
    (line) => void said.push(line),
    async (what) => {
      said.push(what.toString("latin1"));
      return answer;
    },
  );
  return { terminal, said };
}

test("the modes of a terminal are told apart", async () => {
  const { terminal } = answered("q 12 11 3 4 500");
  const counts = { group: 12, unread: 3, queued: 4, drawn: 500 };
  expect(await terminal.look()).toEqual({ ...counts, isCanonical: true, echoes: true, hasSignals: true });
  const raw = { isCanonical: false, echoes: false, hasSignals: false };
  expect(await answered("q 1 0 0 0 0").terminal.look()).toMatchObject(raw);
});

test("why there is no terminal is in the fault", async () => {
  await answered("t").terminal.open({ cols: 80, rows: 24 }, "o");
  await expect(
    answered("t 2 No such file or directory").terminal.open({ cols: 80, rows: 24 }, "o"),
  ).rejects.toMatchObject({
    code: "SPAWN_FAILED",
    message: expect.stringContaining("no terminal could be opened here: No such file"),
  });
});

test("a size and the keys that are signals are said in the supervisor's words", async () => {
  const { terminal, said } = answered("r");
  await terminal.resize({ cols: 80, rows: 24 });
  terminal.interrupt("C");
  terminal.interrupt("\\");
  terminal.interrupt("Z");
  terminal.hangUp();
  expect(said).toEqual(["r 80 24\n", "g 2 3\n", "g 3 28\n", "g 20 26\n", "n\n"]);
});
