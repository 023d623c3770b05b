// A server in the background: start it, wait until it listens, talk to it, read its log, end it.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createToolkit } from "nacre";

const workingDir = mkdtempSync(join(tmpdir(), "nacre-example-"));
writeFileSync(
  join(workingDir, "server.mjs"),
  `import { createServer } from "node:http";
const server = createServer((request, response) => {
  console.log("asked for " + request.url);
  response.end("hello\\n");
});
server.listen(0, "127.0.0.1", () => console.log("listening on " + server.address().port));
`,
);
const kit = createToolkit({ workingDir });
try {
  const started = await kit.call("Bash", { command: "node server.mjs", run_in_background: true });
  const { bash_id } = started.metadata;
  console.log(started.output);

  // No polling: the call returns when the line is there, or when it can no longer come.
  const ready = await kit.call("BashOutput", { bash_id, wait_for: "/listening on \\d+/" });
  const port = Number(/listening on (\d+)/.exec(ready.output)[1]);
  const listening = await kit.call("BashOutput", { bash_id, wait_for: `port:${port}` });
  assert.equal(listening.metadata.wait, "met");

  assert.equal(await (await fetch(`http://127.0.0.1:${port}/page`)).text(), "hello\n");
  const log = await kit.call("BashOutput", { bash_id, wait_for: "output" });
  console.log(log.output);
  assert.match(log.output, /asked for \/page/);

  const { metadata } = await kit.call("ListShells", {});
  assert.deepEqual(metadata.shells[0].listening_ports, [port]);

  const killed = await kit.call("KillShell", { shell_id: bash_id });
  console.log(killed.output);
  assert.deepEqual(killed.metadata.survivors, []);
} finally {
  await kit.dispose();
  rmSync(workingDir, { recursive: true });
}
