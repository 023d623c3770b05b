// npm run test:spellings: 50,000 different spellings of denied lines, judged, and a larger sample of them run in bash (minutes).
import { join } from "node:path";
import { ensureDependencies, root, run } from "./ready.mjs";

await ensureDependencies();
process.env.FUZZ_SCALE ??= "12.5";
run(join(root, "node_modules", ".bin", "vitest"), [
  "run",
  "test/attacks/spellings/spellings.test.ts",
  ...process.argv.slice(2),
]);
