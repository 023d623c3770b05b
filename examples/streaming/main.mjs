// Output as it is printed, and a command that is cancelled when enough was seen.
import assert from "node:assert/strict";
import { tmpdir } from "node:os";
import { createToolkit } from "nacre";

const kit = createToolkit({ workingDir: tmpdir() });
try {
  const controller = new AbortController();
  const seen = [];
  const result = await kit.call(
    "Bash",
    { command: "for i in $(seq 1 1000); do echo step $i; sleep 0.05; done" },
    {
      signal: controller.signal,
      onOutput: ({ stream, text }) => {
        process.stdout.write(`${stream}: ${text}`);
        seen.push(text);
        if (seen.join("").includes("step 5\n")) controller.abort();
      },
    },
  );
  console.log(result.error.split("\n")[0]);
  assert.equal(result.metadata.cancelled, true);
  assert.match(result.output, /^step 1\n/);

  // Everything the command had started is gone, and the session goes on.
  const next = await kit.call("Bash", { command: "echo still here" });
  assert.equal(next.output, "still here\n");
} finally {
  await kit.dispose();
}
