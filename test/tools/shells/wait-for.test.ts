import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { freePort } from "../../support/free-port.ts";
import { openToolkit } from "../../support/open-toolkit.ts";

const SERVE = (port: number): string =>
  `exec node -e 'require("node:net").createServer().listen(${port}, "127.0.0.1")'`;

test("a pattern is found in a line that is not finished, and across what was printed before the wait", async () => {
  const { start, call } = openToolkit();
  const bash_id = await start("echo begun; printf 'Listening on 3000'; sleep 300");
  const result = await call("BashOutput", { bash_id, wait_for: { pattern: "Listening on \\d+" } });
  expect(result).toMatchObject({
    output: expect.stringMatching(/begun\nListening on 3000$/),
    metadata: { wait: "met" },
  });
});

test("a port is waited for until the shell listens on it", async () => {
  const { start, call } = openToolkit();
  const port = await freePort();
  const bash_id = await start(`sleep 0.3; ${SERVE(port)}`);
  const result = await call("BashOutput", { bash_id, wait_for: { port } });
  expect(result.metadata["wait"]).toBe("met");
  const { metadata } = await call("ListShells", {});
  expect(metadata["shells"]).toEqual([expect.objectContaining({ id: bash_id, listening_ports: [port] })]);
});

test("a port on a named host is waited for there, one without a host on any address of the shell", async () => {
  const { start, call } = openToolkit();
  const port = await freePort();
  const bash_id = await start(SERVE(port));
  const wait = async (wait_for: string): Promise<unknown> =>
    (await call("BashOutput", { bash_id, wait_for, wait_ms: wait_for.includes("[") ? 500 : 20_000 })).metadata["wait"];
  expect(await wait(`port:${port}`)).toBe("met");
  expect(await wait(`port:127.0.0.1:${port}`)).toBe("met");
  expect(await wait(`port:localhost:${port}`)).toBe("met");
  expect(await wait(`port:[::1]:${port}`)).toBe("timed-out");
});

test("a port that another process answers is told apart", async () => {
  const { start, call } = openToolkit();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const bash_id = await start("sleep 300");
  const result = await call("BashOutput", { bash_id, wait_for: { port, host: "localhost" } });
  expect(result.metadata["wait"]).toBe("met-elsewhere");
  expect(result.output).toContain(`port ${port} answers, but none of this shell's processes was seen listening`);
});

test("a shell that is being ended has not ended: a wait for its end sees its last words and its exit code", async () => {
  const { start, call } = openToolkit();
  const slowly = "trap 'for ((i = 0; i < 30000; i++)); do :; done; echo last words; exit 7' TERM";
  const bash_id = await start(`${slowly}; echo ready; while :; do sleep 0.05; done`);
  await call("BashOutput", { bash_id, wait_for: "/ready/" });
  const killing = call("KillShell", { shell_id: bash_id });
  const { output } = await call("BashOutput", { bash_id, wait_for: "exit" });
  expect(output).toMatch(/^Status: killed, Exit code: 7, Duration: \d+ms\n\nlast words\n/);
  await killing;
});

test("what an ended shell left running is still waited for", async () => {
  const { start, call, workingDir } = openToolkit();
  const bash_id = await start("(until [ -e go ]; do sleep 0.05; done; echo from the child) & echo parent done");
  await call("BashOutput", { bash_id, wait_for: "exit" });
  const waiting = call("BashOutput", { bash_id, wait_for: { pattern: "from the child" } });
  writeFileSync(join(workingDir, "go"), "");
  expect((await waiting).metadata).toMatchObject({ wait: "met", status: "completed" });
});

test("a child that ends without a word ends the wait for it", async () => {
  const { start, call, workingDir } = openToolkit();
  const bash_id = await start("(until [ -e go ]; do sleep 0.05; done) & echo parent done");
  await call("BashOutput", { bash_id, wait_for: "exit" });
  const waiting = call("BashOutput", { bash_id, wait_for: { pattern: "never" }, wait_ms: 300_000 });
  writeFileSync(join(workingDir, "go"), "");
  expect((await waiting).metadata["wait"]).toBe("ended");
});
