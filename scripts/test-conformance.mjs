// npm run test:conformance: the official suite of MCP, in both eras, against `nacre serve`.
import { runPinned } from "./pinned.mjs";

await runPinned("test/mcp-conformance", process.argv.slice(2));
