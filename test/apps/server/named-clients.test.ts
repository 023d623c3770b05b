import { expect, test } from "vitest";
import { NamedClients } from "../../../src/apps/server/named-clients.ts";
import { ok } from "../../../src/tools/tool.ts";

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

test("only an idle client is left, and one whose answer is not over is not idle", async () => {
  const { clients, left } = open(0);
  let isOver = (): void => undefined;
  clients.visit("reading", (act) => {
    isOver = act;
  });
  clients.visit("idle", (act) => act());
  await clients.sweep();
  expect(left).toEqual(["client-idle"]);
  isOver();
  isOver();
  await clients.sweep();
  expect(left).toEqual(["client-idle", "client-reading"]);
  const patient = open(60_000);
  patient.clients.visit("fresh", (act) => act());
  await patient.clients.sweep();
  expect(patient.left).toEqual([]);
});
