import { execFileSync } from "node:child_process";
import { chmodSync, lstatSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import type { ToolResult } from "../../../../src/index.ts";
import { hasBubblewrap, openSandbox } from "../../../support/open-sandbox.ts";
import { type OpenToolkit, openToolkit } from "../../../support/open-toolkit.ts";
import { waitUntil } from "../../../support/wait-until.ts";

/** The numbers of the calls here, for perl, and the names that it hands over: perl gives none that is a constant. */
const SYSCALL = `my ($open, $mknodat, $linkat, $fchmodat, $renameat2) = "${process.arch}" eq "arm64" ? (56, 33, 37, 53, 276) : (257, 259, 265, 268, 316); my ($made, $here, $dir) = ("made", ".", "dir");`;

/** Every way in which a command may come to a file with such a bit. */
const WAYS: Readonly<Record<string, string>> = {
  "chmod u+s": "cp /bin/true made; chmod u+s made",
  "chmod g+s": "cp /bin/true made; chmod g+s made",
  "chmod with a number": "cp /bin/true made; chmod 6755 made",
  "a recursive chmod": "mkdir d; cp /bin/true d/made; chmod -R u+s d; chmod -R g+s d",
  install: "install -m 4755 /bin/true made; install -m 2755 /bin/true other",
  "an open that creates": `perl -e '${SYSCALL} syscall $open, -100, $made, 0101, 04755'`,
  "an open without a name": `perl -e '${SYSCALL} my $fd = syscall $open, -100, $here, 020200002, 04755; my $path = "/proc/self/fd/$fd"; syscall $linkat, -100, $path, -100, $made, 0x400'`,
  mknod: `perl -e '${SYSCALL} syscall $mknodat, -100, $made, 0104755, 0'`,
  fchmodat2: `cp /bin/true made; perl -e '${SYSCALL} syscall 452, -100, $made, $_, 0 for 04755, 02755'`,
  "fchmod of a descriptor": `cp /bin/true made; perl -e 'open my $f, "<", "made"; chmod $_, $f for 04755, 02755'`,
  openat2: `perl -e '${SYSCALL} my $how = pack "QQQ", 0101, 04755, 0; syscall 437, -100, $made, $how, 24'`,
  "an archive": `cp /bin/true made; tar --mode=6755 -cf a.tar made; rm made; tar -xpf a.tar; tar --mode=2755 -cf a.tar made; rm made; tar -xpf a.tar`,
  "a copy with its mode": "cp --preserve=mode ../set-uid made; cp -a ../set-uid other",
  "a link to one of the system": "ln /usr/bin/su made || cp -p /usr/bin/su made",
  "a file that was moved from the private home": "cp /bin/true ~/made; chmod u+s ~/made; mv ~/made made",
  "a link to a file": "cp /bin/true made; ln -s made link; chmod g+s link; chmod g+s $PWD/link",
  "the caller's own descriptors":
    "cp /bin/true made; exec 8<made; chmod g+s /proc/self/fd/8; chmod g+s /dev/fd/8; chmod g+s /proc/$$/fd/8",
  "a directory of the caller's": `cp /bin/true made; perl -e '${SYSCALL} my $fd = syscall $open, -100, $here, 0; syscall $fchmodat, $fd, $made, 02755; my $empty = ""; $fd = syscall $open, -100, $made, 0; syscall 452, $fd, $empty, 02755, 0x1000'`,
  "arguments that the call does not have": `cp /bin/true made; perl -e '${SYSCALL} syscall $fchmodat, -100, $made, 02755, $_, $_, $_ for 0, 1, -1'`,
  "a directory that a file takes the place of": `mkdir dir; cp /bin/true made; perl -e '${SYSCALL} my $swapper = fork // die; if (!$swapper) { 1 while syscall($renameat2, -100, $dir, -100, $made, 2) == 0 } syscall $fchmodat, -100, $dir, 02755 for 1 .. 3000; kill 9, $swapper; wait'`,
  "a program that nobody may look into": "cp /bin/chmod mine; chmod 0111 mine; cp /bin/true made; ./mine g+s made",
};

/** Ways to a directory with the bit, each to `shared`. */
const DIRECTORIES: Readonly<Record<string, string>> = {
  "chmod g+s": "mkdir shared; chmod g+s shared",
  "chmod with a number": "mkdir shared; chmod 2775 shared",
  mkdir: "mkdir -m 2775 shared",
  install: "install -d -m 2775 shared",
  "a path from the root": "mkdir shared; chmod g+s $PWD/shared",
  "a link to it": "mkdir shared; ln -s shared link; chmod g+s link",
  "its descriptor": `mkdir shared; python3 -c 'import os; os.fchmod(os.open("shared", os.O_RDONLY), 0o2755)'`,
  "the caller's own descriptors": "mkdir shared; exec 8<shared; chmod g+s /proc/self/fd/8",
  "a directory of the caller's": `mkdir shared; python3 -c 'import os; os.chmod("shared", 0o2755, dir_fd=os.open(".", os.O_RDONLY))'`,
  "an archive": "mkdir shared; chmod 2755 shared; tar -cf a.tar shared; rmdir shared; tar -xpf a.tar",
  "a copy with its mode": "mkdir one; chmod g+s one; cp -a one shared",
  "one that nobody may list": "mkdir shared; chmod 2311 shared",
  "one of git": "git init -q --shared=group r && mv r/.git/refs shared",
};

type Session = OpenToolkit & {
  /** Runs a script in a directory of its own below the workspace; it lies in a file, so that nobody judges it. */
  readonly run: (name: string, script: string) => Promise<ToolResult>;
};

function session(options: Parameters<typeof openToolkit>[0] = {}): Session {
  const kit = openToolkit({ sandbox: "workspace", ...options });
  const run: Session["run"] = (name, script) => {
    const directory = join(kit.workingDir, name.replaceAll(/\W/g, "-"));
    mkdirSync(directory);
    writeFileSync(join(directory, "script"), script);
    return kit.bash(`cd '${directory}' && bash ./script; cd ..`);
  };
  return { ...kit, run };
}

const [SETUID, SETGID] = [0o4000, 0o2000];
const withBits = (directory: string): readonly string[] =>
  readdirSync(directory, { recursive: true, encoding: "utf8" }).filter((name) => {
    const { mode } = lstatSync(join(directory, name));
    return (mode & SETUID) !== 0 || ((mode & SETGID) !== 0 && !lstatSync(join(directory, name)).isDirectory());
  });

describe.runIf(hasBubblewrap)("in a sandbox", () => {
  test("no way leads to a file with a set-uid or set-gid bit", async () => {
    const kit = session();
    execFileSync("bash", ["-c", "cp /bin/true set-uid; chmod 4755 set-uid"], { cwd: kit.workingDir });
    for (const [name, way] of Object.entries(WAYS)) await kit.run(name, way);
    expect(withBits(kit.workingDir)).toEqual(["set-uid"]);
  });

  test("a directory gets a set-gid bit in the ways that a user would take", async () => {
    const kit = session();
    const modes: Record<string, string> = {};
    for (const [name, way] of Object.entries(DIRECTORIES)) {
      const { output } = await kit.run(name, `${way}; stat -c %a shared`);
      modes[name] = output.trim();
    }
    expect(modes).toEqual({
      "chmod g+s": "2755",
      "chmod with a number": "2775",
      mkdir: "2775",
      install: "2775",
      "a path from the root": "2755",
      "a link to it": "2755",
      "its descriptor": "2755",
      "the caller's own descriptors": "2755",
      "a directory of the caller's": "2755",
      "an archive": "2755",
      "a copy with its mode": "2755",
      "one that nobody may list": "2311",
      "one of git": "2775",
    });
    expect(withBits(kit.workingDir)).toEqual([]);
  });

  test("a directory that cannot be changed stays as it is, and the reason is the kernel's", async () => {
    const kit = session();
    const { output } = await kit.run("closed", "chmod g+s /usr; chmod g+s missing; mkdir d; chmod u+s d; stat -c %a d");
    expect(output).toMatch(/^755\n/);
    expect(output).toMatch(/'\/usr': Read-only file system[^]*'missing': No such file[^]*'d': Operation not permitted/);
    expect(output).toContain("[note] ");
  });

  test("the shell does not know of it, and a background shell has it too", async () => {
    const kit = session();
    expect((await kit.bash("env | grep -c NACRE_SET_GID")).output).toMatch(/^0\n/);
    await kit.bash("cp /bin/true f; mkdir d");
    await kit.start("chmod g+s f; chmod g+s d");
    const directory = join(kit.workingDir, "d");
    await waitUntil("the directory to have its bit", () => (statSync(directory).mode & SETGID) !== 0);
    expect(withBits(kit.workingDir)).toEqual([]);
  });

  test("so has a shell of a crowded workspace, in a network of its own", async () => {
    const kit = session({ sandbox: { profile: "workspace", network: "off" } });
    const repositories = Array.from({ length: 12 }, (_, at) => `r${at}`);
    for (const name of repositories) execFileSync("git", ["init", "-q", name], { cwd: kit.workingDir });
    const { output } = await kit.run("crowd", "mkdir d; cp /bin/true f; chmod g+s d f; stat -c %a d f");
    expect(output).toMatch(/^2755\n755\n/);
  });

  test("in a try none of both gets it, and the result says so", async () => {
    const kit = session();
    const { output } = await kit.bash("mkdir d; cp /bin/true f; chmod g+s d f || { stat -c %a d f; false; }", {
      try: true,
    });
    expect(output).toMatch(/^755\n755\n/);
    expect(output).toContain("(in a try: neither)");
  });

  test("a supervisor that cannot answer, and a program without one, are refused every such bit", async () => {
    vi.stubEnv("NACRE_SUPERVISOR", "python3");
    const kit = session();
    const { output } = await kit.run("python", "mkdir d; cp /bin/true f; chmod g+s d f; stat -c %a d f");
    expect(output).toMatch(/^755\n755\n/);
    const { run } = await openSandbox();
    expect((await run("mkdir d; chmod g+s d; stat -c %a d")).stdout).toBe("755\n");
  });

  test("where the supervisor cannot answer, directories that the user gave to a group keep their bit", async () => {
    vi.stubEnv("NACRE_SUPERVISOR", "python3");
    const kit = session();
    chmodSync(kit.workingDir, 0o2775);
    const { output } = await kit.run("shared", "mkdir d && chmod 750 d && cp -a d e && stat -c %a d e; chmod u+s d");
    expect(output).toMatch(/^2750\n2750\n/);
  });
});
