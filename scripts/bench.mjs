// npm run bench: see bench/main.ts.
import { runBundled } from "./run-bundled.mjs";

process.exit(await runBundled("bench/main.ts", process.argv.slice(2)));
