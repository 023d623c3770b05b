// npm run test:runtimes [-- -t NAME]: the library and the command on Node 20, 22, 24 and the newest, on Bun and on Deno.
import { runPinned } from "./pinned.mjs";

await runPinned("test/runtimes", process.argv.slice(2));
