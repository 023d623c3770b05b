import { expect, test } from "vitest";
import { goodPartOf } from "../../../../src/core/sandbox/view/good-settings.ts";

const keys = /^(?:registry|index-url|url|name|index)$/;

test("lines: keys on the list stay, without credentials; an indented line follows its key", () => {
  const text = [
    "# a comment",
    "registry = https://u:p@r.example.org/",
    "_authToken=secret",
    "//r.example.org/:_password=secret",
    "index-url =",
    "    https://u:p@one.example.org/simple",
    "    https://two.example.org/simple",
    "password = x",
    "    https://u:p@three.example.org/",
  ].join("\n");
  expect(goodPartOf(text, { written: "lines", keys })).toBe(
    [
      "registry = https://r.example.org/",
      "index-url =",
      "    https://one.example.org/simple",
      "    https://two.example.org/simple",
    ].join("\n"),
  );
});

test("lines: an indented key is a key of its own, and a table in braces keeps its good keys only", () => {
  const text = [
    'index = [{ name = "a", url = "https://u:p@a.example.org", password = "x" }]',
    '  token = "secret"',
    "index = [",
    '  { url = "https://b.example.org", token = "secret" },',
    "]",
    "[registries]",
    'corp = { index = "https://c.example.org", token = "secret" }',
  ].join("\n");
  const shown = goodPartOf(text, { written: "lines", keys: /^(?:index|url|name|corp)$/ });
  expect(shown).not.toContain("secret");
  expect(shown).not.toContain("password");
  for (const kept of ["https://a.example.org", "https://b.example.org", "[registries]", "https://c.example.org"])
    expect(shown).toContain(kept);
});

test("lines: an unindented line that is no key on the list is left out, whatever stands above it", () => {
  const text = ["registry=https://r.example.org/", "secret-alone", "x[]=secret", "\tcontinued", "!odd=secret"].join(
    "\n",
  );
  expect(goodPartOf(text, { written: "lines", keys })).toBe("registry=https://r.example.org/");
});

test("lines: a section that is not on the list is left out with its keys", () => {
  const text = ['[source."corp"]', 'registry = "https://r.example.org"', "[server-login]", 'registry = "x"'].join("\n");
  expect(goodPartOf(text, { written: "lines", keys, sections: /^source\..*$/ })).toBe(
    '[source."corp"]\nregistry = "https://r.example.org"',
  );
});

test("yaml: the whole way to a key decides", () => {
  const text = [
    'npmRegistryServer: "https://u:p@r.example.org"',
    "npmAuthToken: secret",
    "npmScopes:",
    "  corp:",
    '    npmRegistryServer: "https://c.example.org"',
    "    npmAuthToken: secret",
    "unsafeHttpWhitelist:",
    "  - r.example.org",
    "other:",
    "  - secret",
  ].join("\n");
  const good = {
    written: "yaml",
    keys: /^(?:npmRegistryServer|npmScopes(?:\.[^.]+(?:\.npmRegistryServer)?)?|unsafeHttpWhitelist)$/,
    instead: "npmRegistryServer",
  } as const;
  expect(goodPartOf(text, good)).toBe(
    [
      'npmRegistryServer: "https://r.example.org"',
      "npmScopes:",
      "  corp:",
      '    npmRegistryServer: "https://c.example.org"',
      "unsafeHttpWhitelist:",
      "  - r.example.org",
    ].join("\n"),
  );
  expect(goodPartOf('npmScopes: { corp: { npmAuthToken: "secret" } }', good)).toBe(
    `npmRegistryServer: "https://withheld.invalid/"`,
  );
});

test("xml: texts of other elements, and whole parts, are left out", () => {
  const text = `<settings><!-- secret --><servers><server><id>a</id><password>secret</password></server></servers>
<mirrors><mirror><id>a</id><url>https://u:secret@m.example.org</url></mirror></mirrors>
<proxies><proxy><host>p</host><username>u</username><password>secret</password></proxy></proxies></settings>`;
  const shown = goodPartOf(text, { written: "xml", keys: /^(?:id|url|host)$/, without: ["servers"] });
  expect(shown).not.toMatch(/secret|username/);
  expect(shown).toContain("<mirrors><mirror><id>a</id><url>https://m.example.org</url></mirror></mirrors>");
  expect(shown).toContain("<proxy><host>p</host></proxy>");
});
