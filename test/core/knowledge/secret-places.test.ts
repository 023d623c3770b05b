import { describe, expect, test } from "vitest";
import { HIDDEN_FILE_NAME, HOME_PRIVATE, HOME_SECRETS } from "../../../src/core/knowledge/secret-places.ts";
import { judge } from "../../../src/core/policy/judge.ts";
import { createPerson, hasBubblewrap, openSandbox } from "../../support/open-sandbox.ts";

const PLACE = { cwd: "/home/dev/app", home: "/home/dev", workspace: "/home/dev/app" };
const decisionOf = (command: string): string => judge(command, PLACE).decision;

/** A file in every place; a place that is a pattern gets one that fits it. */
const fileIn = (place: string): string => `${place.replaceAll("*", "-x")}/canary.txt`;

describe.skipIf(!hasBubblewrap)("inside a home that the operator opened", () => {
  test("no secret that the policy knows can be read, and the rest can", async () => {
    const places = [...HOME_SECRETS, ...HOME_PRIVATE];
    // A place inside another one is hidden with it.
    const outer = places.filter((place) => !places.some((other) => place.startsWith(`${other}/`)));
    const files = Object.fromEntries(outer.map((place) => [fileIn(place), "canary\n"]));
    const person = createPerson({ ...files, "notes/plain.txt": "plain\n", ".config/app/plain.txt": "plain\n" });
    const { run } = await openSandbox({ profile: "workspace", read: [person.home] }, { person });
    const { stdout } = await run(
      `cd ..; for f in ${[...outer.map(fileIn), "notes/plain.txt", ".config/app/plain.txt"].map((file) => `'${file}'`).join(" ")}; do
         read -r line < "$f" && echo "$line $f"
       done 2>/dev/null; true`,
    );
    expect(stdout.trim().split("\n")).toEqual(["plain notes/plain.txt", "plain .config/app/plain.txt"]);
  });
});

test.each(HOME_SECRETS.filter((place) => !/^\.(?:yarnrc\.yml|psqlrc)$/.test(place)))(
  "the policy denies reading ~/%s",
  (place) => expect(decisionOf(`cat '/home/dev/${fileIn(place)}'`)).toBe("deny"),
);

test.each([".env", ".env.local", ".netrc", ".pypirc", ".git-credentials"])("%s is hidden and asked about", (name) => {
  expect([HIDDEN_FILE_NAME.test(name), decisionOf(`cat ${name}`)]).toEqual([true, "ask"]);
});

test.each([".env.example", ".env.tmpl", ".env.default", ".env.local.sample", ".env.dist"])(
  "%s is neither hidden nor asked about",
  (name) => expect([HIDDEN_FILE_NAME.test(name), decisionOf(`cat ${name}`)]).toEqual([false, "allow"]),
);

test("code that puts a path together is told by the same places", () => {
  for (const tail of [".kaggle/kaggle.json", ".config/op/config", ".age/key.txt", ".ssh/id_rsa"])
    expect([tail, decisionOf(`python3 -c "print(open(home + '/${tail}').read())"`)]).toEqual([tail, "deny"]);
  for (const own of [".circleci/config.yml", ".wrangler/state.json", ".netlify/state.json", ".expo/settings.json"])
    expect([own, decisionOf(`python3 -c "print(open('${own}').read())"`)]).toEqual([own, "allow"]);
});
