import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { mcpDriver } from "../adapters/mcp-driver.ts";
import { adapterContract } from "../contract/adapter.contract.ts";
import { isAlive } from "../support/is-alive.ts";
import { type OpenToolkit, openToolkit } from "../support/open-toolkit.ts";
import { waitUntil } from "../support/wait-until.ts";
import { done, lacking, suiteDir } from "./system.ts";

const lack = lacking({ podman: "podman", runc: "runc" });
const IMAGE = "localhost/nacre-machines";

/** What the image has of this machine: the programs that a worker needs, and what they are linked with. */
function copyPrograms(root: string): void {
  const programs = ["/bin/bash", "/usr/bin/perl", "/usr/bin/env", "/bin/cat", "/bin/sleep", "/bin/ls", "/bin/touch"];
  const more = ["/bin/mkdir", "/bin/rm", "/usr/bin/id", "/bin/true", "/usr/bin/wc", "/usr/bin/head", "/usr/bin/mkfifo"];
  const files = [...programs, ...more, process.execPath];
  const linked = files.flatMap((file) =>
    [...done("ldd", [file]).matchAll(/(\/\S+) \(0x/g)].map(([, path = ""]) => path),
  );
  for (const path of new Set([...files, ...linked])) {
    const to = join(root, path === process.execPath ? "/usr/bin/node" : path);
    mkdirSync(join(to, ".."), { recursive: true });
    cpSync(path, to, { dereference: true });
  }
  const perl = done("perl", ["-e", 'print join "\\n", grep { -d && m{^/usr/(?:share|lib)} } @INC']).split("\n");
  for (const place of perl) cpSync(place, join(root, place), { recursive: true, dereference: false });
}

describe.skipIf(lack !== undefined)(`in a container of podman${lack === undefined ? "" : ` (${lack})`}`, () => {
  const dir = suiteDir("podman");
  const conf = join(dir, "containers.conf");
  const env = { CONTAINERS_CONF: conf };

  beforeAll(() => {
    const containers = ["[containers]", 'default_ulimits = ["nofile=1024:1024", "nproc=4096:4096"]'];
    const engine = ["[engine]", 'runtime = "runc"', 'cgroup_manager = "cgroupfs"', 'events_logger = "file"'];
    writeFileSync(conf, [...containers, ...engine].join("\n"));
    process.env["CONTAINERS_CONF"] = conf;
    const root = join(dir, "root");
    for (const name of ["tmp", "proc", "sys", "dev", "etc", "root"]) mkdirSync(join(root, name), { recursive: true });
    writeFileSync(join(root, "etc", "passwd"), "root:x:0:0:root:/root:/bin/bash\n");
    copyPrograms(root);
    done("tar", ["-C", root, "-cf", join(dir, "root.tar"), "."]);
    done("podman", ["import", join(dir, "root.tar"), IMAGE], env);
  });
  afterAll(() => {
    done("podman", ["rmi", "-f", IMAGE], env);
    delete process.env["CONTAINERS_CONF"];
  });

  const open = (): OpenToolkit => {
    const workingDir = mkdtempSync(join(dir, "work-"));
    onTestFinished(() => rmSync(workingDir, { recursive: true, force: true }));
    // The host's processes, so that the suite can look at those of the container.
    const words = ["--network=none", "--pid=host", "-v", `${workingDir}:${workingDir}`];
    const clean = { kind: "podman", image: IMAGE, arguments: words, sandbox: "none" } as const;
    return openToolkit({ machine: "clean", machines: { clean }, workingDir });
  };

  adapterContract({ ...mcpDriver, name: "mcp in a container" }, open);

  test("has the image's files, its own processes, and says that only the container holds", async () => {
    const workingDir = mkdtempSync(join(dir, "work-"));
    const words = ["--network=none", "-v", `${workingDir}:${workingDir}`];
    const clean = { kind: "podman", image: IMAGE, arguments: words, sandbox: "none" } as const;
    const kit = openToolkit({ machine: "clean", machines: { clean }, workingDir, approver: async () => "once" });
    const result = await kit.bash(`touch /made made; ls / ; [ -e ${process.cwd()}/package.json ] || echo apart`);
    expect(result.output).toMatch(/made\n[^]*apart/);
    expect(result.metadata).toMatchObject({ containment: "partial", machine: "clean" });
    expect(existsSync("/made")).toBe(false);
    expect(existsSync(join(workingDir, "made"))).toBe(true);
  });

  test("a full disk there is told, nothing hangs, and the session goes on", async () => {
    const words = ["--network=none", "--tmpfs", "/small:size=8m"];
    const small = {
      kind: "podman",
      image: IMAGE,
      arguments: words,
      sandbox: "none",
      stateDir: "/small/state",
    } as const;
    const kit = openToolkit({ machine: "small", machines: { small }, workingDir: "/small" });
    const full = await kit.bash("head -c 20000000 /dev/zero > fill");
    expect(full.error).toContain("No space left on device");
    expect((await kit.bash("echo on")).output).toBe("on\n");
    const long = await kit.bash("for i in {1..200000}; do echo a line that no memory and no log has room for; done");
    expect(long).toMatchObject({ success: true, metadata: { truncated: true } });
    expect(long.metadata["output_problem"]).toMatch(/could not be written after 0 bytes: ENOSPC/);
    const id = await kit.start("echo begun; sleep 300");
    await waitUntil("its output", () => kit.shells.getShell(id)?.getAllOutput() === "begun\n");
    await kit.shells.getShell(id)?.kill();
    await kit.bash("rm fill; echo room > file");
    expect((await kit.bash("cat file")).output).toBe("room\n");
  });

  test("a container that is killed is lost, and no container stays", async () => {
    const kit = open();
    await kit.bash("true");
    const running = kit.bash("echo $BASHPID > pid; sleep 300");
    const file = join(kit.workingDir, "pid");
    await waitUntil("it to run", () => existsSync(file) && readFileSync(file, "utf8").endsWith("\n"));
    const [id = ""] = done("podman", ["ps", "-q", "--filter", `ancestor=${IMAGE}`], env)
      .trim()
      .split("\n");
    done("podman", ["kill", id], env);
    expect((await running).metadata["status"]).toBe("lost");
    await waitUntil("its processes to be gone", () => !isAlive(Number(readFileSync(file, "utf8"))));
    await waitUntil(
      "the container to be gone",
      () => done("podman", ["ps", "-aq", "--filter", `id=${id}`], env) === "",
    );
    expect((await kit.bash("echo fresh")).output).toMatch(/^fresh\n\[note\]/);
  });
});
