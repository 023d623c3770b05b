import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { kernelView, makePlaceInEtc, systemView, writeEtc } from "../../../../src/core/sandbox/view/system-view.ts";
import { hasBubblewrap, openSandbox } from "../../../support/open-sandbox.ts";
import { tempDir } from "../../../support/temp-dir.ts";

function etcFor(uid: number): string {
  const etc = join(tempDir(), "etc");
  writeEtc(etc, { uid, gid: uid, home: "/home/me" });
  return etc;
}

const read = (etc: string, name: string): string => readFileSync(join(etc, name), "utf8");

test("inside there is the one user, root and nobody, and none of the host's secrets", () => {
  const etc = etcFor(1000);
  expect(read(etc, "passwd").split("\n")).toEqual([
    "root:x:0:0:root:/nonexistent:/bin/false",
    "agent:x:1000:1000:agent:/home/me:/bin/bash",
    "nobody:x:65534:65534:nobody:/nonexistent:/bin/false",
    "",
  ]);
  expect(["shadow", "sudoers", "ssh"].filter((name) => existsSync(join(etc, name)))).toEqual([]);
});

test("a user who is root is there once", () => {
  const etc = etcFor(0);
  expect(read(etc, "passwd").match(/:x:0:/g)).toHaveLength(1);
  expect(read(etc, "group").match(/:x:0:/g)).toHaveLength(1);
});

test("a file that no user may open is there to be laid over others", () => {
  expect(statSync(join(etcFor(1000), ".nacre-unreadable")).mode & 0o777).toBe(0);
});

test("the system is shown read-only, with an /etc of its own", () => {
  const view = systemView("/my/etc").join(" ");
  expect(view).toContain("--ro-bind /usr /usr");
  expect(view).toContain("--ro-bind /my/etc /etc");
  expect(view).not.toMatch(/(?:^| )--bind /);
});

test("what an operator names in /etc has a place to be mounted on, of its kind", () => {
  const etc = tempDir();
  for (const path of ["/etc/passwd", "/etc/profile.d"]) makePlaceInEtc(etc, path);
  expect([read(etc, "passwd"), statSync(join(etc, "profile.d")).isDirectory()]).toEqual(["", true]);
});

test("kernel settings are read-only, and the memory of the first process is covered", () => {
  const view = kernelView("/unreadable", false).join(" ");
  expect(view).toMatch(/--proc \/proc --ro-bind \/proc\/sys \/proc\/sys/);
  for (const path of ["/proc/keys", "/proc/1/mem", "/proc/1/task/1/mem"])
    expect(view).toContain(`--ro-bind /unreadable ${path}`);
});

test.runIf(hasBubblewrap).each(["bash -lc", "sh -lc"])("%s has the PATH of its session", async (shell) => {
  const { run } = await openSandbox("workspace", { path: "/opt/mine/bin:/usr/bin:/bin" });
  const { stdout } = await run(`${shell} 'echo $PATH'`);
  expect(stdout.split(":")[0]).toBe("/opt/mine/bin");
});

test("settings of programs without secrets are copied, as far as the machine has them", () => {
  const etc = etcFor(1000);
  for (const name of ["groff", "vim", "nanorc", "fonts"])
    expect({ name, there: existsSync(join(etc, name)) }).toEqual({ name, there: existsSync(join("/etc", name)) });
});
