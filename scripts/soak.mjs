// npm run soak: see bench/soak/main.ts.
import { runBundled } from "./run-bundled.mjs";

process.exit(await runBundled("bench/soak/main.ts", process.argv.slice(2)));
