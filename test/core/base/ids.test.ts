import { expect, test } from "vitest";
import { createNonce, createShellId, randomHex } from "../../../src/core/base/ids.ts";

test("a random value has two hex digits for each byte", () => {
  expect(randomHex(5)).toMatch(/^[0-9a-f]{10}$/);
});

test("a nonce has 62 random bits", () => {
  expect(createNonce()).toMatch(/^[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test("a shell's id carries 64 random bits", () => {
  expect(createShellId()).toMatch(/^shell_[0-9a-f]{16}$/);
});

test("no two are the same", () => {
  const drawn = Array.from({ length: 100 }, () => [createNonce(), createShellId()]).flat();
  expect(new Set(drawn).size).toBe(200);
});
