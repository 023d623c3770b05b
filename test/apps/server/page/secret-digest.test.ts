import { expect, test } from "vitest";
import { digestOf, freshSecret, isSecretOf } from "../../../../src/apps/server/page/secret-digest.ts";

test("a secret is known by its digest alone", () => {
  const secret = freshSecret(32);
  expect(isSecretOf(digestOf(secret), secret)).toBe(true);
  for (const wrong of [freshSecret(32), "", `${secret}x`]) expect(isSecretOf(digestOf(secret), wrong)).toBe(false);
  for (const digest of [undefined, 7, "", "abc"]) expect(isSecretOf(digest, secret)).toBe(false);
});

test("secrets differ, and have characters that addresses and headers take", () => {
  const all = Array.from({ length: 50 }, () => freshSecret(16));
  expect(new Set(all).size).toBe(50);
  for (const secret of all) expect(secret).toMatch(/^[\w-]{22}$/);
});
