import { expect, test } from "vitest";
import { aboutCredentials } from "../../../../src/core/sandbox/explain/explain-credentials.ts";

const KNOWN = {
  home: "/home/dev",
  withheld: [
    { tool: "npm", path: "/home/dev/.npmrc" },
    { tool: "pip", path: "/home/dev/.config/pip/pip.conf" },
  ],
};

test.each([
  [
    "npm error code E401\nnpm error Unable to authenticate",
    /credential was needed.*`read: \["\/home\/dev\/\.npmrc"\]`/,
  ],
  ["npm error code ENEEDAUTH", /--env NAME/],
  ["ERR_PNPM_FETCH_401  GET http://x", /credential was needed/],
  ['error Error: https://r/x: Request failed "401 Unauthorized"', /credential was needed/],
  ["WARNING: 401 Error, Credentials not correct for http://x", /`read: \["\/home\/dev\/\.config\/pip\/pip\.conf"\]`/],
  ["ERROR: HTTP error 401 while getting http://x", /credential was needed/],
  ["failed to get successful HTTP response from `https://x`, got 401", /credential was needed/],
  ["go: example.org/x@v1: reading http://p/x: 401 Unauthorized", /credential was needed/],
  ["Could not transfer artifact x: status code: 401, reason phrase: Unauthorized (401)", /credential was needed/],
  ["fatal: could not read Username for 'https://git.example.org': terminal prompts disabled", /credential was needed/],
  ["npm error code E404", /if that is a private name.*settings of npm/],
  ["ERROR: No matching distribution found for corp-thing", /if that is a private name.*settings of pip/],
  ["git@git.example.org: Permission denied (publickey).", /ssh keys .*`read: \["\/home\/dev\/\.ssh"\]`/],
  ["Host key verification failed.", /known hosts/],
  ["curl: (56) Received HTTP code 407 from proxy after CONNECT", /proxy wants a credential/],
])("%s is explained", (stderr, sentence) => {
  expect(aboutCredentials(stderr, KNOWN)).toEqual([expect.stringMatching(sentence)]);
});

test("a name that is not found is not the sandbox's doing where nothing was withheld from the tool", () => {
  const none = { ...KNOWN, withheld: [] };
  expect(aboutCredentials("npm error code E404", none)).toEqual([]);
  expect(aboutCredentials("npm error code E401", none)).toEqual([expect.not.stringContaining("`read:")]);
});

test.each([
  "curl: (22) The requested URL returned error: 401",
  "HTTP/1.1 401 Unauthorized",
  "cat: x: Permission denied",
])("%s is left alone: it may be the project's own", (stderr) => {
  expect(aboutCredentials(stderr, KNOWN)).toEqual([]);
});
