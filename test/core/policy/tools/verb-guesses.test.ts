import { describe, expect, test } from "vitest";
import { acts } from "../../../../src/core/policy/tools/effect.ts";
import { verbGuesses } from "../../../../src/core/policy/tools/verb-guesses.ts";

/** The rule that the words of an unknown tool trigger. */
const ruleOf = (line: string, name = "tool"): string | undefined => {
  const [effect] = verbGuesses(name, line.split(" "));
  return effect?.kind === "acts" ? effect.rule : undefined;
};

describe("a verb that means the same in every tool", () => {
  test.each([
    "destroy",
    "apps destroy x",
    "db:drop",
    "ecto.drop",
    "iam delete-policy",
    "forget_cluster_node x",
    "FLUSHALL",
    "os object bulk-delete",
  ])("%s takes away", (line) => {
    expect(ruleOf(line)).toBe("destroy-remote");
  });

  test.each([
    "publish",
    "hex.publish",
    "site:deploy",
    "deploy-app x",
    "release:perform",
    "bintrayUpload",
    "-p prod push",
  ])("%s gives", (line) => {
    expect(ruleOf(line)).toBe("publish");
  });

  test.each([
    ["it is tried", "deploy --dry-run"],
    ["help is asked for", "destroy --help"],
    ["it is looked at", "release list"],
    ["it is built", "build release"],
    ["it is a kind of build", "-c release all"],
    ["it is a moment", "run pre-push"],
    ["it stays here", "publishToMavenLocal"],
    ["it belongs to another command", "run -- delete"],
    ["it is a file", "src/delete.ts"],
  ])("says nothing where %s", (_where, line) => {
    expect(ruleOf(line)).toBeUndefined();
  });

  test("a value that looks like a verb is none", () => {
    expect(ruleOf("ecs delete-service --cluster test")).toBe("destroy-remote");
    expect(verbGuesses("tool", ["create", "--name", "destroy"])).toEqual([]);
  });
});

describe("a verb that is everyday work with a local tool", () => {
  test.each([
    ["a thing elsewhere in front of it", "pr merge 3"],
    ["a thing elsewhere behind it", "create cluster x"],
    ["a topic", "ps:scale web=0"],
    ["several topics", "api:core:messages:create"],
    ["a setting of an app", "config:set A=1"],
    ["a part of a service", "update x --region eu-1"],
    ["a stage", "sync production-api"],
    ["a yes in advance", "restore nightly --yes"],
    ["the name of a service", "iam create-user --user-name bob"],
    ["an image in a registry", "tag ghcr.io/a/b@sha256:0 latest"],
    ["a request that changes", "api -X PATCH repos/a/b"],
  ])("changes something elsewhere with %s", (_with, line) => {
    expect(ruleOf(line)).toBe("change-remote");
  });

  test.each([
    "add x",
    "create x",
    "run dev",
    "server start",
    "config:clear",
    "env remove x",
    "api -X POST localhost:3000/a",
    "run create-x",
  ])("%s says nothing", (line) => {
    expect(ruleOf(line)).toBeUndefined();
  });
});

describe("other signs", () => {
  test("switches", () => {
    expect(ruleOf("script x --broadcast")).toBe("publish");
    expect(ruleOf("--delete --topic x")).toBe("destroy-remote");
    expect(ruleOf("--delete ./x")).toBeUndefined();
    expect(ruleOf("check --deploy")).toBeUndefined();
  });

  test("statements", () => {
    expect(verbGuesses("tool", ["-e", "DROP KEYSPACE a"])).toEqual([acts("destroy-remote", "tool")]);
    expect(verbGuesses("tool", ["--eval", "db.users.deleteMany({})"])).toEqual([acts("destroy-remote", "tool")]);
    expect(verbGuesses("tool", ["api", "-f", "query=mutation { x }"])).toEqual([acts("destroy-remote", "tool")]);
    expect(verbGuesses("tool", ["--query", "delete from data where x", "data.csv"])).toEqual([]);
    expect(verbGuesses("tool", ["-e", "select 1"])).toEqual([]);
  });

  test.each(["secrets get x", "keyvault secret show", "auth token", "auth print-access-token", "sm get-secret-value"])(
    "%s shows a secret",
    (line) => {
      expect(ruleOf(line)).toBe("read-secret");
    },
  );

  test("names of secrets are none", () => {
    expect(ruleOf("secrets list")).toBeUndefined();
  });

  test("the words of a runner are tasks of the project", () => {
    expect(ruleOf("release", "gulp")).toBeUndefined();
  });
});
