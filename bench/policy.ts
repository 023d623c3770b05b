/** How long a verdict takes, over every labelled line; over the tables of the tests where those lines are absent. */
import { judge, type Where } from "../src/core/policy/judge.ts";
import { policyLines } from "../test/attacks/shared-corpus.ts";
import { TABLES } from "../test/attacks/tables.ts";
import { type Bench, quantile } from "./measure.ts";

const PLACE: Where = { cwd: "/home/dev/app", home: "/home/dev", workspace: "/home/dev/app" };
const ROUNDS = 5;

/** Each command's time is the median of its rounds: what a shared machine does in between is not the policy's. */
function timesOf(commands: readonly string[]): readonly number[] {
  for (const command of commands) judge(command, PLACE);
  return commands.map((command) => {
    const rounds = Array.from({ length: ROUNDS }, () => {
      const begun = performance.now();
      judge(command, PLACE);
      return performance.now() - begun;
    });
    return quantile(rounds, 0.5);
  });
}

export const policy: Bench = async () => {
  const labelled = policyLines().map(({ command }) => command);
  const tables = Object.values(TABLES)
    .flat()
    .map(([command]) => command);
  const times = timesOf(labelled.length > 0 ? labelled : tables);
  const of = `${times.length} lines`;
  return [
    { row: "verdict-median", value: quantile(times, 0.5), of },
    { row: "verdict-p99", value: quantile(times, 0.99), of },
  ];
};
