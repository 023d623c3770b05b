import { PassThrough } from "node:stream";
import { type JSONRPCMessage, parseJSONRPCMessage } from "@modelcontextprotocol/server";
import fc from "fast-check";
import { expect, test } from "vitest";
import { StdioWire } from "../../../src/apps/server/stdio-wire.ts";

type Heard = { readonly messages: JSONRPCMessage[]; readonly answers: unknown[]; readonly errors: string[] };

function listen(maxBytes?: number): Heard & { readonly input: PassThrough; readonly wire: StdioWire } {
  const input = new PassThrough();
  const heard: Heard = { messages: [], answers: [], errors: [] };
  const wire = new StdioWire(input, (text) => heard.answers.push(JSON.parse(text)), maxBytes);
  wire.onmessage = (message) => heard.messages.push(message);
  wire.onerror = ({ message }) => heard.errors.push(message);
  void wire.start();
  return { ...heard, input, wire };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const ping = (id: number): JSONRPCMessage => ({ jsonrpc: "2.0", id, method: "ping" });

test("messages are whole in whatever pieces they come", async () => {
  const messages = [ping(1), { ...ping(2), params: { text: "ü €\u2028 \n" } }, ping(3)];
  const bytes = Buffer.from(messages.map((message) => `${JSON.stringify(message)}\r\n`).join("\n"));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 1, max: bytes.length - 1 })), async (cuts) => {
      const { input, messages: heard, errors } = listen();
      const borders = [0, ...cuts.toSorted((a, b) => a - b), bytes.length];
      for (const [index, border] of borders.entries()) input.write(bytes.subarray(borders[index - 1] ?? 0, border));
      await settled();
      expect({ heard, errors }).toEqual({ heard: messages, errors: [] });
    }),
    { numRuns: 50 },
  );
});

test.each([
  ["not json", null, -32_700],
  ["{", null, -32_700],
  ["[]", null, -32_600],
  ["null", null, -32_600],
  ['"text"', null, -32_600],
  ['{"jsonrpc":"1.0","id":7,"method":"x"}', 7, -32_600],
  ['{"id":"a","method":"x"}', "a", -32_600],
  ['{"jsonrpc":"2.0","id":{},"method":"x"}', null, -32_600],
  [`[${JSON.stringify(ping(1))}]`, null, -32_600],
])("what is no message is answered with an error, and the next one is heard: %s", async (line, id, code) => {
  const { input, answers, messages, errors } = listen();
  input.write(`${line}\n${JSON.stringify(ping(2))}\n`);
  await settled();
  expect(answers).toEqual([{ jsonrpc: "2.0", id, error: { code, message: errors[0] } }]);
  expect(messages).toEqual([ping(2)]);
});

/** Values that a request may or may not have in a place. */
const someValue = fc.constantFrom<unknown>(undefined, null, "", "x", 1, 1.5, 2 ** 60, true, [], {}, { a: 1 });
const someMeta = fc.oneof(
  someValue,
  fc.record({ progressToken: someValue }),
  fc.record({ progressToken: fc.constant(1), "io.modelcontextprotocol/related-task": someValue }),
);
const someMessage = fc.record(
  {
    jsonrpc: fc.constantFrom<unknown>("2.0", "2.0", "2.0", "1.0"),
    id: someValue,
    method: fc.constantFrom<unknown>("tools/call", "ping", 7, undefined),
    params: fc.oneof(someValue, fc.record({ name: someValue, _meta: someMeta })),
    more: someValue,
  },
  { requiredKeys: ["jsonrpc"] },
);

test("the wire hears what the SDK takes for a message, and nothing else", () =>
  fc.assert(
    fc.asyncProperty(someMessage, async (value) => {
      const { input, messages } = listen();
      const line = JSON.stringify(value);
      input.write(`${line}\n`);
      await settled();
      expect(messages).toEqual(takenBySdk(line));
    }),
    { numRuns: 500 },
  ));

function takenBySdk(line: string): readonly JSONRPCMessage[] {
  try {
    return [parseJSONRPCMessage(JSON.parse(line))];
  } catch {
    return [];
  }
}

test.each(['{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"x"}}', '{"id":{},"result":{}}'])(
  "a broken reply is not answered, or two such ends would never stop: %s",
  async (line) => {
    const { input, answers, messages, errors } = listen();
    input.write(`${line}\n`);
    await settled();
    expect({ answers, messages, errors: errors.length }).toEqual({ answers: [], messages: [], errors: 1 });
  },
);

test("a line that is too long is dropped as it comes, and the next one is heard", async () => {
  const { input, answers, messages } = listen(1000);
  for (let sent = 0; sent < 50; sent++) input.write("x".repeat(100));
  input.write(`\n${JSON.stringify(ping(1))}\n`);
  await settled();
  expect(answers).toMatchObject([
    { id: null, error: { code: -32_600, message: expect.stringContaining("5000 bytes") } },
  ]);
  expect(messages).toEqual([ping(1)]);
});

test("the end of the input closes it, once; what is sent afterwards is refused", async () => {
  const { input, wire } = listen();
  let closed = 0;
  wire.onclose = () => {
    closed += 1;
  };
  input.end();
  await wire.closed;
  await wire.close();
  expect(closed).toBe(1);
  await expect(wire.send(ping(1))).rejects.toThrow("closed");
});

test("an input that has ended already, or breaks, closes it too", async () => {
  const ended = new PassThrough();
  ended.destroy();
  const wire = new StdioWire(ended, () => undefined);
  await wire.start();
  await wire.closed;
  const { input, wire: broken } = listen();
  input.destroy(new Error("broken pipe"));
  await broken.closed;
});
