import { expect, test } from "vitest";
import { WITHHELD_ADDRESS, withoutCredentials } from "../../../src/core/base/without-credentials.ts";

test.each([
  ["https://registry.example.org/npm/", "https://registry.example.org/npm/"],
  ["https://dev:pass@registry.example.org/npm/", "https://registry.example.org/npm/"],
  ["https://dev:p@ss@registry.example.org/", "https://registry.example.org/"],
  ["https://dev:p,a|s]s?@registry.example.org/", "https://registry.example.org/"],
  ["https://token@registry.example.org/simple", "https://registry.example.org/simple"],
  ["https://registry.example.org/simple?token=abc", "https://registry.example.org/simple"],
  ["https://registry.example.org/npm/#a-secret", "https://registry.example.org/npm/"],
  ["sparse+https://u:p@crates.example.org/index/", "sparse+https://crates.example.org/index/"],
  [
    "https://a:b@one.example.org/x,https://c:d@two.example.org|direct",
    "https://one.example.org/x,https://two.example.org|direct",
  ],
  ['"http://u:p@proxy.example.org:8080"', '"http://proxy.example.org:8080"'],
  ["u:p@proxy.example.org:8080", "proxy.example.org:8080"],
  ["https://registry.example.org/aB3dE6gH9jK2mN5pQ8sT/simple", WITHHELD_ADDRESS],
  ["http://[::1]:4873/", "http://[::1]:4873/"],
  ["https://${HOST}/npm", "https://${HOST}/npm"],
  ["true", "true"],
])("%s is shown as %s", (given, shown) => {
  expect(withoutCredentials(given)).toBe(shown);
});
