import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { packageSettingsOf, writePackageSettings } from "../../../../src/core/sandbox/view/package-settings.ts";
import { createPerson, hasBubblewrap, openSandbox } from "../../../support/open-sandbox.ts";

const SECRET = "canary-secret";
const HOST = "registry.example.org";

/** What a user may have, with a credential in each; every file names the host. */
const FILES: Readonly<Record<string, string>> = {
  ".npmrc": `registry=https://${HOST}/npm/\n//${HOST}/npm/:_authToken=${SECRET}\nscript-shell=/bin/x\n`,
  ".config/pnpm/rc": `@corp:registry=https://${HOST}/\n_auth=${SECRET}\n`,
  ".yarnrc": `registry "https://${HOST}"\n_authToken ${SECRET}\n`,
  ".yarnrc.yml": `npmScopes:\n  corp:\n    npmRegistryServer: "https://${HOST}"\n    npmAuthToken: ${SECRET}\n`,
  ".config/pip/pip.conf": `[global]\nindex-url = https://u:${SECRET}@${HOST}/simple\nextra-index-url =\n    https://u:${SECRET}@two.${HOST}/simple\n`,
  ".config/uv/uv.toml": `[[index]]\nurl = "https://u:${SECRET}@${HOST}/simple"\ndefault = true\n`,
  ".cargo/config.toml": `[registries.corp]\nindex = "sparse+https://${HOST}/"\ntoken = "${SECRET}"\n[build]\nrustc-wrapper = "/bin/x"\n`,
  ".config/go/env": `GOPROXY=https://u:${SECRET}@${HOST},direct\nGOPRIVATE=example.org\n`,
  ".m2/settings.xml": `<settings><servers><server><id>a</id><password>${SECRET}</password></server></servers><mirrors><mirror><id>a</id><url>https://${HOST}/</url></mirror></mirrors></settings>\n`,
  ".gemrc": `:sources:\n- https://u:${SECRET}@${HOST}/\n`,
  ".bundle/config": `BUNDLE_MIRROR__ALL: "https://${HOST}/"\nBUNDLE_GEMS__EXAMPLE__ORG: "u:${SECRET}"\n`,
};

test.each(Object.keys(FILES))(
  "of ~/%s the registry is shown, the credential is not, and its absence is known",
  (name) => {
    const { home } = createPerson({ [name]: FILES[name] ?? "" });
    const { files, withheld } = packageSettingsOf(home);
    expect([...files.keys()]).toEqual([name]);
    expect(files.get(name)).toContain(HOST);
    expect(files.get(name)).not.toContain(SECRET);
    expect(files.get(name)).not.toContain("/bin/x");
    expect(withheld.map(({ path }) => path)).toEqual([join(home, name)]);
  },
);

test("settings without a credential are shown whole, and nothing is withheld", () => {
  const { home } = createPerson({ ".npmrc": `registry=https://${HOST}/\nsave-exact=true\n` });
  const { files, withheld } = packageSettingsOf(home);
  expect(files.get(".npmrc")).toBe(`registry=https://${HOST}/\nsave-exact=true\n`);
  expect(withheld).toEqual([]);
});

test("a file of credentials alone is known to the tool that reads it", () => {
  const { home } = createPerson({ ".cargo/credentials.toml": `token = "${SECRET}"\n` });
  const { files, withheld } = packageSettingsOf(home);
  expect(files.size).toBe(0);
  expect(withheld).toEqual([{ tool: "cargo", path: join(home, ".cargo/credentials.toml") }]);
});

test("settings that lie where commands can write are left out", () => {
  const { home } = createPerson({ ".npmrc": `registry=https://${HOST}/\n` });
  expect(packageSettingsOf(home, [home]).files.size).toBe(0);
});

test("they are written at their places", () => {
  const { home, outside } = createPerson({ ".config/go/env": "GOPROXY=direct\n" });
  writePackageSettings(packageSettingsOf(home), outside);
  expect(readFileSync(join(outside, ".config/go/env"), "utf8")).toBe("GOPROXY=direct\n");
});

test.skipIf(!hasBubblewrap).each([
  ["on disk", 0],
  ["in memory", 64 * 1024 * 1024],
])("a home %s has them all, and no credential", async (_, tempBytes) => {
  const person = createPerson(FILES);
  const { run } = await openSandbox("workspace", { person, limits: { tempBytes } });
  for (const name of Object.keys(FILES)) {
    const { stdout } = await run(`cat ~/${name}`);
    expect(stdout, name).toContain(HOST);
    expect(stdout, name).not.toContain(SECRET);
  }
});
