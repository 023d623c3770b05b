// npm run test:mutations [-- --write]: the policy without each thing that it knows, in turn: a line must be judged otherwise
// (minutes). --write looks for a line where none is known, and writes test/mutations/pinned and idle anew; -t FAMILY, such as
// tools-files, for one of them.
import { join } from "node:path";
import { ensureDependencies, root, run } from "./ready.mjs";

await ensureDependencies();
const words = process.argv.slice(2);
process.env.MUTATIONS = words.includes("--write") ? "write" : "whole";
run(join(root, "node_modules", ".bin", "vitest"), [
  "run",
  "test/mutations/mutations.test.ts",
  ...words.filter((word) => word !== "--write"),
]);
