// Keeps a try, and says so before it begins; a test kills it somewhere on the way.
import { keepTry } from "../../dist/modules/core/try/keep/keep-try.js";

const [stateDir, id] = process.argv.slice(2);
process.stdout.write("begun\n");
await keepTry(stateDir, id);
process.stdout.write("kept\n");
