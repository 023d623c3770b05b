import { expect, test } from "vitest";
import { asksForSecret } from "../../../src/tools/shells/asks-for-secret.ts";
import { printed } from "../../support/printed.ts";

test.each(["Password: ", "Enter passphrase for key: "])("%s asks for a secret", (line) => {
  expect(asksForSecret(printed("", line))).toBe(true);
});

test.each(["Name: ", "Password changed\n", ""])("%j asks for none", (line) => {
  expect(asksForSecret(printed(line))).toBe(false);
});
