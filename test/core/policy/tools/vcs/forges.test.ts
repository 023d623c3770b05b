import { expect, test } from "vitest";
import { judge } from "../../../../../src/policy.ts";

const decisionOf = (command: string): string =>
  judge(command, { home: "/home/dev", workspace: "/home/dev/app", cwd: "/home/dev/app" }).decision;

test.each([
  "gh api graphql -f query='query { viewer { login } }'",
  "gh api graphql -f query='{ viewer { login } }' -f owner=me",
  "gh api repos/a/b/issues",
  "gh api -X GET search/issues -f q=x",
])("%s only asks the server", (command) => {
  expect(decisionOf(command)).toBe("allow");
});

test.each([
  "gh api graphql -f query='mutation { addStar(input: {}) { id } }'",
  "gh api graphql -f query=@change.graphql",
  "gh api repos/a/b/issues -f title=x",
  "gh api -X DELETE repos/a/b",
])("%s may change what lies there", (command) => {
  expect(decisionOf(command)).not.toBe("allow");
});
