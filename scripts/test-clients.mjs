// npm run test:clients [-- --write] [-- -t NAME]: real agent CLIs, driven by a scripted model.
// --write puts what was measured into docs/clients-measured.md.
import { runPinned } from "./pinned.mjs";

const given = process.argv.slice(2);
if (given.includes("--write")) process.env.WRITE_TABLE = "1";
await runPinned(
  "test/clients",
  given.filter((word) => word !== "--write"),
);
