import { expect, test } from "vitest";
import { judge } from "../../../../../src/core/policy/judge.ts";
import { isNacre } from "../../../../../src/core/policy/tools/run/nacre-commands.ts";

const PLACE = { cwd: "/home/dev/app", home: "/home/dev", workspace: "/home/dev/app" };
const judged = (text: string) => judge(text, PLACE);

/** Every way to start nacre that package managers, interpreters and wrappers have. */
const STARTS = [
  "nacre",
  "./node_modules/.bin/nacre",
  "/usr/local/bin/nacre",
  "node bin/nacre.js",
  "node --no-warnings ./node_modules/nacre/bin/nacre.js",
  "bun bin/nacre.js",
  "bun run nacre",
  "bun nacre",
  "bun x nacre",
  "bunx nacre",
  "npx nacre",
  "npx -y nacre@latest",
  "npx -p nacre nacre",
  "npx --package=nacre -- nacre",
  "npm exec nacre --",
  "npm exec -- nacre",
  "npm x nacre",
  "npm run nacre",
  "pnpm dlx nacre",
  "pnpm exec nacre",
  "pnpm nacre",
  "pnpx nacre",
  "yarn nacre",
  "yarn run nacre",
  "yarn dlx nacre",
  "deno run -A npm:nacre",
  "env -u NACRE_HOST nacre",
  "NACRE_HOST= nacre",
  "setsid nohup nacre",
  "alias n=nacre; n",
  "N=nacre; $N",
  'f() { nacre "$@"; }; f',
  "timeout 5 nacre",
  "echo | xargs nacre",
];

test.each(STARTS)("what is the user's is denied, started by %s", (start) => {
  for (const act of ["allow 'Bash(*)' --user", "answer question_1 once", "token x", "watch"]) {
    const { decision, findings } = judged(`${start} ${act}`);
    expect([`${start} ${act}`, decision]).toEqual([`${start} ${act}`, "deny"]);
    expect(findings.map(({ rule }) => rule)).toContain("users-act");
  }
});

test.each([
  "sh -c 'nacre allow x'",
  "bash <<< 'nacre allow x'",
  "npx -c 'nacre allow x'",
  "$(echo nacre) allow x",
  "eval nacre allow x",
])("%s is denied", (text) => {
  expect(judged(text).decision).toBe("deny");
});

test.each(["permissive", "standard", "strict"] as const)(
  "the mode %s denies it, and so does a wildcard of the user's",
  (mode) => {
    expect(judge("nacre allow x", { ...PLACE, mode }).decision).toBe("deny");
  },
);

test.each(["nacre", "bin/nacre.js", "npm:nacre", "npm:nacre@1.2.3", "/x/nacre.mjs"])("%s is nacre", (name) => {
  expect(isNacre(name)).toBe(true);
});

test.each(["nacreous", "my-nacre", "nacre/x", "nacre.rules.json"])("%s is not nacre", (name) => {
  expect(isNacre(name)).toBe(false);
});
