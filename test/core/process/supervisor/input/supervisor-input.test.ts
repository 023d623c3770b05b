import { expect, test } from "vitest";
import { SupervisorInput } from "../../../../../src/core/process/supervisor/input/supervisor-input.ts";

/** An input whose supervisor answers this, and what it was told. `supervisor.contract.ts` has the real ones. */
function answered(answer: string): { readonly input: SupervisorInput; readonly said: string[] } {
  const said: string[] = [];
  const input = new SupervisorInput(
    (line) => void said.push(line),
    async (what) => {
      said.push(what.toString("latin1"));
      return answer;
    },
  );
  return { input, said };
}

test("bytes go behind their number, and the answer says what became of them", async () => {
  const { input, said } = answered("k 3 7");
  input.open();
  expect(await input.write(Buffer.from("a\nb"))).toEqual({ kind: "taken", unread: 7 });
  input.end();
  expect(said).toEqual(["i\n", "k 3\na\nb", "x\n"]);
});

test("a supervisor that takes none is full, one that says -1 has nobody who reads", async () => {
  expect(await answered("k 0 9").input.write(Buffer.from("ab"))).toEqual({ kind: "full", unread: 9 });
  expect(await answered("k -1 0").input.write(Buffer.from("ab"))).toEqual({ kind: "closed" });
});
