// npm run test:page: the page in a real browser (Debian's chromium), every test. npm test runs the shortest of them.
import { join } from "node:path";
import { ensureDependencies, ensureSystemPackages, root, run } from "./ready.mjs";

await ensureDependencies();
ensureSystemPackages({ bash: "bash", perl: "perl-base", chromium: "chromium" });
process.env.PAGE = "whole";
run(join(root, "node_modules", ".bin", "vitest"), ["run", "test/page", ...process.argv.slice(2)]);
