import { once } from "node:events";
import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import { readBody } from "../../../src/apps/server/read-body.ts";

const request = (): IncomingMessage => new IncomingMessage(new Socket());

test("a body is given whole, also where a character was torn apart", async () => {
  const message = request();
  const body = readBody(message, 5);
  const bytes = Buffer.from("aéb");
  message.push(bytes.subarray(0, 2));
  message.push(bytes.subarray(2));
  message.push(null);
  expect(await body).toEqual({ kind: "body", text: "aéb" });
});

test("a body that is announced or found to be too large is read no further", async () => {
  const announced = request();
  announced.headers["content-length"] = "6";
  expect(await readBody(announced, 5)).toEqual({ kind: "too-large" });
  const message = request();
  const body = readBody(message, 5);
  message.push(Buffer.from("123456"));
  expect([await body, message.isPaused()]).toEqual([{ kind: "too-large" }, true]);
});

test("a client that goes away leaves no body", async () => {
  const message = request();
  const body = readBody(message, 5);
  message.push(Buffer.from("12"));
  message.destroy();
  expect(await body).toEqual({ kind: "gone" });
});

test("a client that was gone before leaves no body either", async () => {
  const message = request();
  message.destroy();
  await once(message, "close");
  expect(await readBody(message, 5)).toEqual({ kind: "gone" });
});
