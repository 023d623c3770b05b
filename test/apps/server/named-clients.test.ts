import { expect, test } from "vitest";
import { NamedClients } from "../../../src/apps/server/named-clients.ts";
import { ok } from "../../../src/tools/tool.ts";

const request = new Request("http://localhost/mcp");
const answer = async (): Promise<Response> => new Response("answer");

function open(idleMs: number): { readonly clients: NamedClients; readonly left: string[] } {
  const left: string[] = [];
  return { clients: new NamedClients({ leave: async (scope) => void left.push(scope) }, idleMs), left };
}

test("a client is told once that its session is new, and again after it was ended", async () => {
  const { clients, left } = open(0);
  const told = (): string | undefined => clients.optionsFor("one").lastLine?.(ok(""));
  expect([told(), told()]).toEqual([expect.stringContaining("new session"), undefined]);
  await clients.sweep();
  expect([left, told()]).toEqual([["client-one"], expect.stringContaining("new session")]);
});

test("each name has a scope, and is told that others may share it", () => {
  const { clients } = open(0);
  expect(clients.optionsFor("one")).toMatchObject({
    scope: "client-one",
    sessionNote: expect.stringContaining("one;"),
  });
  expect(clients.optionsFor("two").scope).toBe("client-two");
});

test("only an idle client is left, and one whose answer is still read is not idle", async () => {
  const { clients, left } = open(0);
  const response = await clients.serve("reading", request, answer);
  await (await clients.serve("idle", request, answer)).text();
  await clients.sweep();
  expect(left).toEqual(["client-idle"]);
  await response.text();
  await clients.sweep();
  expect(left).toEqual(["client-idle", "client-reading"]);
  const patient = open(60_000);
  await (await patient.clients.serve("fresh", request, answer)).text();
  await patient.clients.sweep();
  expect(patient.left).toEqual([]);
});
