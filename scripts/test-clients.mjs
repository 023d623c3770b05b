// npm run test:clients [-- --write] [-- -t NAME]: real agent CLIs, driven by a scripted model. Nothing but loopback can be
// reached meanwhile. --write puts what was measured into docs/clients-measured.md.
import { join } from "node:path";
import { installPinned } from "./pinned.mjs";
import { ensureDependencies, ensureSystemPackages, isBuildStale, root, run } from "./ready.mjs";

const given = process.argv.slice(2);
await ensureDependencies();
ensureSystemPackages({ bash: "bash", bwrap: "bubblewrap" });
if (isBuildStale()) run(process.execPath, [join(root, "scripts", "build.mjs")]);
process.env.PINNED = await installPinned("test/clients");
if (given.includes("--write")) process.env.WRITE_TABLE = "1";
const loopbackOnly = ["--dev-bind", "/", "/", "--unshare-net", "--die-with-parent", "--", process.execPath];
const vitest = [join(root, "node_modules", "vitest", "vitest.mjs"), "run", "--config", "test/clients/vitest.config.ts"];
run("bwrap", [...loopbackOnly, ...vitest, ...given.filter((word) => word !== "--write")]);
