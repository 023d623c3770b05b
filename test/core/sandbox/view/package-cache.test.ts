import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { doAtOnce } from "../../../../src/core/base/slices.ts";
import { PackageCache, prune } from "../../../../src/core/sandbox/view/package-cache.ts";
import { createPerson, hasBubblewrap, openSandbox } from "../../../support/open-sandbox.ts";
import { tempDir } from "../../../support/temp-dir.ts";

const opened = (stateDir: string, mode: "private" | "shared", workspace = "/w"): PackageCache => {
  const cache = PackageCache.open(stateDir, mode, workspace);
  if (cache === undefined) throw new TypeError("no cache");
  return cache;
};

test("each workspace has its own, or all of them one, or there is none", () => {
  const stateDir = tempDir();
  expect(opened(stateDir, "private", "/a").directory).toBe(opened(stateDir, "private", "/a").directory);
  expect(opened(stateDir, "private", "/a").directory).not.toBe(opened(stateDir, "private", "/b").directory);
  expect(opened(stateDir, "shared", "/a").directory).toBe(opened(stateDir, "shared", "/b").directory);
  expect(PackageCache.open(stateDir, "none", "/a")).toBeUndefined();
  expect(PackageCache.open("/proc/none", "private", "/a")).toBeUndefined();
});

test("a link or a file that a command put in a place is replaced, and not followed", () => {
  const stateDir = tempDir();
  const outside = tempDir();
  const { directory } = opened(stateDir, "private");
  rmSync(join(directory, "npm"), { recursive: true });
  symlinkSync(outside, join(directory, "npm"));
  rmSync(join(directory, "maven"), { recursive: true });
  writeFileSync(join(directory, "maven"), "");
  opened(stateDir, "private");
  writeFileSync(join(directory, "npm", "x"), "");
  expect(readdirSync(outside)).toEqual([]);
  expect(readdirSync(join(directory, "maven"))).toEqual([]);
});

test("above the limit what was written longest ago goes first, whole, and what a link leads to does not count", () => {
  const directory = tempDir();
  const outside = join(tempDir(), "kept");
  writeFileSync(outside, "x".repeat(1_000_000));
  for (const [age, name] of ["new", "middle", "old"].entries()) {
    mkdirSync(join(directory, name, "deep"), { recursive: true });
    const file = join(directory, name, "deep", "file");
    writeFileSync(file, "x".repeat(100_000));
    const at = 1_700_000_000 - age;
    for (const path of [file, join(directory, name, "deep"), join(directory, name)]) utimesSync(path, at, at);
  }
  symlinkSync(outside, join(directory, "link"));
  doAtOnce(prune(directory, 400_000));
  expect(readdirSync(directory)).toHaveLength(4);
  doAtOnce(prune(directory, 150_000));
  expect(readdirSync(directory).toSorted()).toEqual(["link", "new"]);
  expect(existsSync(outside)).toBe(true);
});

test("a cache that a second sandbox of this host has open is not looked at", async () => {
  const stateDir = tempDir();
  const [first, second] = [opened(stateDir, "private"), opened(stateDir, "private")];
  const isMeasured = (): boolean => existsSync(join(first.directory, "..", "measured"));
  await first.close();
  expect(isMeasured()).toBe(false);
  await second.close();
  expect(isMeasured()).toBe(true);
});

test("at its end a cache that no host used for long is removed, and one in use is not", async () => {
  const stateDir = tempDir();
  const mine = opened(stateDir, "private", "/a");
  const forgotten = opened(stateDir, "private", "/b");
  const used = opened(stateDir, "private", "/c");
  await forgotten.close();
  const long = Date.now() / 1000 - 40 * 24 * 60 * 60;
  for (const { directory } of [forgotten, used]) utimesSync(join(directory, "..", "used"), long, long);
  await mine.close();
  expect([mine, forgotten, used].map(({ directory }) => existsSync(directory))).toEqual([true, false, true]);
  await used.close();
});

test.runIf(hasBubblewrap).each([0, 64 * 1024 * 1024])(
  "what was downloaded is there in the next sandbox of the workspace, and in no other (tempBytes %i)",
  async (tempBytes) => {
    const person = createPerson({ ".cache/pip/x": "the user's own" });
    const limits = { tempBytes };
    const fill =
      "mkdir -p ~/.cache/pip && echo 1 > ~/.cache/pip/a && echo 2 > ~/.npm/b && echo 3 > ~/.cargo/registry/c";
    const look = "cat ~/.cache/pip/x ~/.cache/pip/a ~/.npm/b ~/.cargo/registry/c";
    const first = await openSandbox("workspace", { person, limits });
    expect((await first.run(`${fill}; ${look}`)).stdout).toBe("1\n2\n3\n");
    await first.sandbox.close();
    expect((await (await openSandbox("workspace", { person, limits })).run(look)).stdout).toBe("1\n2\n3\n");
    const other = { ...person, workspace: join(person.home, "other") };
    mkdirSync(other.workspace);
    expect((await (await openSandbox("workspace", { person: other, limits })).run(look)).stdout).toBe("");
    const none = await openSandbox({ profile: "workspace", cache: "none" }, { person, limits });
    expect((await none.run(look)).stdout).toBe("");
  },
);

test.runIf(hasBubblewrap)("what is shared is there in another workspace", async () => {
  const person = createPerson();
  const other = { ...person, workspace: join(person.home, "other") };
  mkdirSync(other.workspace);
  const request = { profile: "workspace", cache: "shared" } as const;
  await (await openSandbox(request, { person })).run("echo 1 > ~/.npm/b");
  expect((await (await openSandbox(request, { person: other })).run("cat ~/.npm/b")).stdout).toBe("1\n");
});

test.runIf(hasBubblewrap)("a link that an earlier command left does not lead a mount elsewhere", async () => {
  const person = createPerson({ ".cache/pip/http/x": "the user's own\n", "app/kept/y": "kept\n" });
  const before = await openSandbox("workspace", { person });
  await before.run("ln -s ~/app/kept ~/.cache/pip");
  await before.sandbox.close();
  const write = [join(person.home, ".cache/pip/http")];
  const { run } = await openSandbox({ profile: "workspace", write }, { person });
  expect((await run("cat ~/.cache/pip/http/x ~/app/kept/y; ls ~/app/kept")).stdout).toBe("the user's own\nkept\ny\n");
});
