import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { LiftedSeals } from "../../../../src/core/sandbox/guard/lifted-seals.ts";
import type { Seal } from "../../../../src/core/sandbox/view/seal.ts";
import { tempDir } from "../../../support/temp-dir.ts";

/** A workspace with one repository `lib` that a command made, and what is asked of the registry. */
function workspace() {
  const root = tempDir();
  const git = join(root, "lib", ".git");
  mkdirSync(join(git, "hooks"), { recursive: true });
  const did: string[] = [];
  const seal: Seal = { path: git, as: "fixed", inode: 1 };
  const lifted = new LiftedSeals({
    workspace: root,
    seals: {
      made: () => [seal],
      lift: (paths) => {
        did.push("lift");
        return paths;
      },
      lower: () => void did.push("lower"),
    },
    watch: { add: () => true },
    repositories: { gitDirectories: new Set([git]) },
    onChanged: () => void did.push("changed"),
    onLowered: (path) => void did.push(`disarm ${path === git}`),
  });
  onTestFinished(() => lifted.close());
  return { git, did, lifted };
}

test("seals of what commands made are lifted for a command that removes it by name, until it is over", () => {
  const { git, did, lifted } = workspace();
  expect(lifted.begin("rm -rf lib")).toEqual([git]);
  lifted.end("echo another");
  expect(did).toEqual(["lift"]);
  lifted.end("rm -rf lib");
  expect(did).toEqual(["lift", "lower", "disarm true"]);
});

test.each(["ls lib", "rm -rf other", 'rm -rf "$DIR"'])("%s lifts none", (command) => {
  const { did, lifted } = workspace();
  expect([lifted.begin(command), did]).toEqual([[], []]);
});

test("they lie again at once when a hook comes", () => {
  const { git, did, lifted } = workspace();
  lifted.begin("rm -rf lib");
  lifted.look(new Set([git]));
  expect(did).toEqual(["lift"]);
  writeFileSync(join(git, "hooks", "post-checkout"), "");
  lifted.look(new Set(["/elsewhere"]));
  expect(did).toEqual(["lift"]);
  lifted.look(new Set([join(git, "hooks")]));
  expect(did).toEqual(["lift", "lower", "disarm true"]);
});
