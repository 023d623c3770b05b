// npm run page:pictures: pictures of the page's main states into docs/page/, from a real page in Debian's chromium. What
// the page shows is made up (test/page/pictures), so that two runs differ in little but the time.
import { join } from "node:path";
import { ensureDependencies, ensureSystemPackages, root, run } from "./ready.mjs";

await ensureDependencies();
ensureSystemPackages({ chromium: "chromium" });
process.env.PAGE = "pictures";
run(join(root, "node_modules", ".bin", "vitest"), [
  "run",
  "test/page/pictures/pictures.test.ts",
  ...process.argv.slice(2),
]);
