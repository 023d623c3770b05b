import { expect, test } from "vitest";
import { judge } from "../../../../../../src/core/policy/judge.ts";
import { PLACE } from "../../../../../attacks/shared-corpus.ts";

const decisionOf = (command: string): string => judge(command, PLACE).decision;

test.each([
  ["rails db:migrate", "allow"],
  ["RAILS_ENV=production rails db:migrate", "ask"],
  ["export RAILS_ENV=production; rails db:migrate", "ask"],
  ["RAILS_ENV=production rails assets:precompile", "allow"],
  ["NODE_ENV=production npx prisma generate", "allow"],
  ["rails db:drop", "ask"],
  ["RAILS_ENV=test rails db:drop", "allow"],
  ["rails db:reset RAILS_ENV=test", "allow"],
  ["RAILS_ENV=testing rails db:drop", "ask"],
])("%s: %s", (command, decision) => {
  expect(decisionOf(command)).toBe(decision);
});
