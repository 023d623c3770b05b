import { expect, test } from "vitest";
import { DEFAULT_SESSION } from "../../../../src/core/base/ids.ts";
import { trust } from "../../../../src/core/permission/cleared.ts";
import type { SessionState } from "../../../../src/core/shell/bash/session-state.ts";
import type { Session } from "../../../../src/core/shell/session/session.ts";
import { run, testManager } from "../../../support/shells.ts";

async function stateOf(session: Session): Promise<SessionState> {
  const state = await session.inTurn((turn) => turn.state());
  if (state === undefined) throw new Error("the turn was not had");
  return state;
}

test("what a session holds can be asked for as data, after any call", async () => {
  const manager = testManager();
  const session = manager.session(DEFAULT_SESSION, "/tmp");
  expect((await stateOf(session)).variables.get("NACRE_TEST")?.attributes).toBe("x");
  await run(
    manager,
    [
      "v=$'a\\nb\"c\\'d é'; export e=1; raw=$'\\xff'; list=(x 'y z'); declare -A map=([k l]=m)",
      "f() {\ncat <<E\n}\ng () \n{ \necho no\n}\nE\n}\ng() { echo g; }",
      "alias q=$'echo \\'q\\'\\necho r'; set -f -o posix; set -e; shopt -s nullglob",
    ].join("\n"),
  );
  const state = await stateOf(session);
  expect(state.variables.get("v")).toEqual({ attributes: "", value: "a\nb\"c'd é" });
  expect(state.variables.get("e")).toEqual({ attributes: "x", value: "1" });
  expect(state.variables.get("raw")?.value).toBe("\ufffd");
  expect(state.variables.get("list")?.value).toEqual(
    new Map([
      ["0", "x"],
      ["1", "y z"],
    ]),
  );
  expect(state.variables.get("map")?.value).toEqual(new Map([["k l", "m"]]));
  expect([...state.functions.keys()]).toEqual(["f", "g"]);
  expect(state.functions.get("f")).toContain("echo no\n}\nE\n");
  expect(state.functions.get("g")).toBe("g () \n{ \n    echo g\n}\n");
  expect(state.aliases).toEqual(new Map([["q", "echo 'q'\necho r"]]));
  expect(state.options).toEqual(expect.arrayContaining(["noglob", "posix", "errexit"]));
  expect(state.shopts).toEqual(expect.arrayContaining(["nullglob"]));
  expect([...state.variables.keys()].filter((name) => /^_n[0-9a-f]{6}/.test(name))).toEqual([]);
});

test("the holder of a turn asks in it; the last job is told also when its bash is gone", async () => {
  const manager = testManager();
  const session = manager.session(DEFAULT_SESSION, "/tmp");
  const { stdout: job } = await run(manager, "true & echo $!; wait");
  const seen = await session.inTurn(async (turn) => {
    await turn.run(trust("X=1; exit 3"), { timeoutMs: 30_000 });
    return turn.state();
  });
  expect([seen?.lastJob, seen?.variables.get("X")?.value]).toEqual([job.trim(), "1"]);
});
