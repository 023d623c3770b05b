// npm run test:frameworks [-- NAME]: the frameworks whose packages are too heavy for npm test, and the recipes of
// docs/adapters.md. Nothing but loopback can be reached meanwhile.
import { rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { installPinned } from "./pinned.mjs";
import { ensureDependencies, ensureSystemPackages, root, run } from "./ready.mjs";

const suite = join(root, "test", "frameworks");
const bin = (name) => join(root, "node_modules", ".bin", name);

await ensureDependencies();
ensureSystemPackages({ bash: "bash", perl: "perl-base", bwrap: "bubblewrap" });
// Node and the compiler look for packages beside the files that import them; nothing else is to find them there.
const link = join(suite, "node_modules");
rmSync(link, { force: true });
symlinkSync(join(await installPinned("test/frameworks"), "node_modules"), link);
process.on("exit", () => rmSync(link, { force: true }));
run(bin("tsc"), ["-p", suite]);
const loopbackOnly = ["--dev-bind", "/", "/", "--unshare-net", "--die-with-parent", "--"];
const vitest = [bin("vitest"), "run", "--config", join(suite, "vitest.config.ts")];
run("bwrap", [...loopbackOnly, ...vitest, ...process.argv.slice(2)]);
