/** What a try costs: its start in a crowded workspace, and the list of what it changed. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { listRecords } from "../src/core/try/try-record.ts";
import { createToolkit, type Toolkit } from "../src/tools/toolkit.ts";
import { triedOf } from "../src/tools/trying/trying.ts";
import { makeFiles } from "./crowds.ts";
import { type Bench, interleave, ratioOf, type Subject } from "./measure.ts";
import { inScratch } from "./subjects.ts";

const CROWD = 100_000;
const FEW = 1000;
const MANY = 10_000;
const ROUNDS = 10;

/** A try that is open with so many changes, and the list of them. */
async function listing(name: string, directory: string, size: { readonly files: number; readonly changes: number }) {
  const [workspace, stateDir] = [join(directory, name, "workspace"), join(directory, name, "state")];
  mkdirSync(workspace, { recursive: true });
  makeFiles(workspace, size.files);
  const kit = createToolkit({ workingDir: workspace, stateDir, loginShell: false });
  await kit.try(`for ((i = 0; i < ${size.changes}; i++)); do echo x > new$i; done`);
  const [record] = listRecords(stateDir);
  const list = async (): Promise<void> => {
    const { changes } = record === undefined ? { changes: [] } : await triedOf(stateDir, record);
    if (changes.length !== size.changes) throw new Error(`${changes.length} changes in place of ${size.changes}`);
  };
  return { workspace, subject: { name, act: list } satisfies Subject, end: () => kit.dispose() };
}

/** A host's first command, in a try or behind the same wall without one. */
function first(name: string, workspace: string, run: (kit: Toolkit) => Promise<unknown>): Subject {
  let kit: Toolkit | undefined;
  return {
    name,
    act: async () => {
      const stateDir = join(workspace, "..", `state-${name}`);
      kit = createToolkit({ workingDir: workspace, stateDir, loginShell: false, sandbox: "workspace" });
      await run(kit);
    },
    after: async () => kit?.dispose(),
  };
}

export const tries: Bench = () =>
  inScratch(async (directory) => {
    const crowd = await listing("crowd", directory, { files: CROWD, changes: FEW });
    const few = await listing("few", directory, { files: 0, changes: FEW });
    const many = await listing("many", directory, { files: 0, changes: MANY });
    const lists = await interleave([crowd.subject, few.subject, many.subject], ROUNDS);
    for (const { end } of [crowd, few, many]) await end();
    const starts = await interleave(
      [
        first("walled", crowd.workspace, (kit) => kit.call("Bash", { command: "true" })),
        first("try", crowd.workspace, (kit) => kit.try("true")),
      ],
      ROUNDS,
    );
    return [
      ratioOf(starts, "try-start", ["try", "walled"]),
      ratioOf(lists, "try-list-crowd", ["crowd", "few"]),
      ratioOf(lists, "try-list-many", ["many", "few"]),
    ];
  });
