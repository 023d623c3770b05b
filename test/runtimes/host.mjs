// A host that starts a session and a background shell and then either comes to its end or stays. A runtime runs this file.
import { createToolkit } from "../../dist/index.js";

const [dir, how] = process.argv.slice(2);
const kit = createToolkit({ workingDir: dir, stateDir: `${dir}/state`, loginShell: false });
await kit.call("Bash", { command: "sleep 300 &" });
await kit.call("Bash", { command: "setsid sleep 300", run_in_background: true });
console.log("started");
if (how === "stays") setInterval(() => undefined, 60_000);
