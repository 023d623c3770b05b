// Tries a command that changes much; a test kills it somewhere on the way.
import { createToolkit } from "../../dist/index.js";

const [workspace, stateDir] = process.argv.slice(2);
const kit = createToolkit({ workingDir: workspace, stateDir, loginShell: false });
process.stdout.write("begun\n");
await kit.try("rm -r lib; for i in $(seq 200); do echo $i > new$i; echo $i >> a; done; mkdir -p x/y; mv f x/y");
process.stdout.write("tried\n");
await kit.dispose();
