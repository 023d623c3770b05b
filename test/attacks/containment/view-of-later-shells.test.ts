import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { removeTree } from "../../../src/core/process/remove-tree.ts";
import { trustedProgram } from "../../../src/core/process/trusted-program.ts";
import type { ToolResult } from "../../../src/index.ts";
import { createPerson, hasBubblewrap, openSandbox } from "../../support/open-sandbox.ts";
import { type OpenToolkit, openToolkit } from "../../support/open-toolkit.ts";
import { tempDir } from "../../support/temp-dir.ts";
import { waitUntil } from "../../support/wait-until.ts";

/*
 * What one shell leaves behind decides what the next one is shown. Here commands move, hand over and replace things so that
 * a later shell, or one beside it, gets at what was hidden or sealed.
 */

type Plot = OpenToolkit & {
  /** Runs a script in the session's own bash; it lies in a file, so that nobody judges it. */
  readonly run: (script: string) => Promise<ToolResult>;
  /** Runs one in a shell of its own, and gives what it printed. */
  readonly aside: (script: string) => Promise<string>;
};

function plot(options: Parameters<typeof openToolkit>[0] = {}): Plot {
  const kit = openToolkit({ sandbox: "workspace", ...options });
  let count = 0;
  const written = (script: string): string => {
    const path = join(kit.workingDir, `script-${count++}.sh`);
    writeFileSync(path, script);
    return `. ${path}`;
  };
  const aside: Plot["aside"] = async (script) => {
    const id = await kit.start(written(script));
    return (await kit.call("BashOutput", { bash_id: id, wait_for: "exit", wait_ms: 50_000 })).output;
  };
  return { ...kit, run: (script) => kit.bash(written(script)), aside };
}

/** Takes a directory that another shell hands over; when that shell is gone, tries what lies in it. */
const take = (when: "held by" | "taken after" | "stood in at"): string => `
import array, os, socket, time
door = socket.socket(socket.AF_UNIX)
door.bind("/tmp/door")
door.listen(1)
def wait():
    while not os.path.exists("go"): time.sleep(0.01)
def take():
    peer, _ = door.accept()
    _, said, _, _ = peer.recvmsg(1, socket.CMSG_SPACE(4))
    return array.array("i", said[0][2])[0]
${{ "held by": "given = take(); wait()", "taken after": "wait(); given = take()", "stood in at": "given = take(); os.fchdir(given); os.close(given); given = None; wait()" }[when]}
print("has", *sorted(os.listdir(given or ".")))
for _ in range(50):
    for name, flags in ((".env", os.O_RDONLY), (".git/hooks/x", os.O_CREAT | os.O_WRONLY), ("late/.git/hooks/x", os.O_CREAT | os.O_WRONLY)):
        try: print("GOT", name, os.read(os.open(name, flags, dir_fd=given), 99) if flags == os.O_RDONLY else os.open(name, flags, dir_fd=given))
        except OSError: pass
    time.sleep(0.02)
print("done")
`;
const GIVE = `
import array, os, socket, time
peer = socket.socket(socket.AF_UNIX)
while peer.connect_ex("/tmp/door"): time.sleep(0.01)
peer.sendmsg([b"x"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [os.open(".", os.O_RDONLY)]))])
print("given", flush=True)
while not os.path.exists("end"): time.sleep(0.01)
`;

/** The mount namespaces that this process holds. */
const heldMounts = (): number => readdirSync("/proc/self/fd").filter((fd) => targetOf(fd).startsWith("mnt:")).length;

function targetOf(fd: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`);
  } catch {
    return ""; // closed since the list was made
  }
}

describe.runIf(hasBubblewrap)("no shell is shown more", () => {
  test("because a command put a link in the place of what the operator made writable", async () => {
    const root = tempDir();
    const [workingDir, outside] = [join(root, "app"), join(root, "outside")];
    for (const directory of [join(workingDir, "a", "b"), join(workingDir, ".vscode"), outside])
      mkdirSync(directory, { recursive: true });
    for (const path of [join(outside, "victim"), join(workingDir, ".vscode", "mine.json")])
      writeFileSync(path, "original\n");
    const write = [join(workingDir, "a", "b"), join(workingDir, ".vscode", "mine.json")];
    const { run, aside } = plot({ workingDir, sandbox: { profile: "workspace", write } });
    await run(
      `mkdir -p ${outside}; mv a old; mkdir a; ln -s ../../outside a/b; echo mine > .vscode/mine.json; echo evil > .vscode/other.json`,
    );
    const output = await aside(`cat ${outside}/victim; echo changed > ${outside}/victim; echo goes on`);
    expect(output).toContain("goes on");
    expect(output).not.toContain("original");
    expect(readFileSync(join(outside, "victim"), "utf8")).toBe("original\n");
    expect(readFileSync(join(workingDir, ".vscode", "mine.json"), "utf8")).toBe("mine\n");
    expect(existsSync(join(workingDir, ".vscode", "other.json"))).toBe(false);
  });

  test.runIf(trustedProgram("python3")).each(["held by", "taken after", "stood in at"] as const)(
    "by a directory that a shell handed over before it ended, %s the end of its mounts",
    async (when) => {
      const workingDir = tempDir();
      execFileSync("git", ["init", "-q"], { cwd: workingDir });
      for (const [name, text] of Object.entries({ ".env": "KEY=TOP-SECRET\n", "take.py": take(when), "give.py": GIVE }))
        writeFileSync(join(workingDir, name), text);
      const { start, call, bash } = plot({ workingDir });
      await bash("true");
      const before = heldMounts();
      const taker = await start("python3 take.py");
      const giver = await start("python3 give.py");
      await call("BashOutput", { bash_id: giver, wait_for: "output", wait_ms: 50_000 });
      expect(heldMounts()).toBe(before + 2);
      await bash("git init -q late"); // sealed in every shell that runs
      writeFileSync(join(workingDir, "end"), "");
      await call("BashOutput", { bash_id: giver, wait_for: "exit", wait_ms: 50_000 });
      await waitUntil("the mounts to be given up", () => heldMounts() === before + 1);
      writeFileSync(join(workingDir, "go"), "");
      const { output } = await call("BashOutput", { bash_id: taker, wait_for: "exit", wait_ms: 50_000 });
      expect(output).toMatch(/has \.env \.git [^]* late [^]*done/);
      expect(output).not.toContain("GOT");
      expect(execFileSync("find", [workingDir, "-name", "x"], { encoding: "utf8" })).toBe("");
    },
  );

  test.each([
    ["to where nobody searches", "mkdir vendor; mv sub vendor/; cd vendor"],
    ["to among a thousand others", "mkdir many; for i in {1..1100}; do : > many/.env.$i; done; mv sub zzz; cd zzz/.."],
    [
      "to below more than a path can say",
      `${"mkdir -p d/$(printf x%.0s {1..200}); cd d/x*; ".repeat(25)} mv $OLDPWD0/sub .`,
    ],
  ])("because what was hidden or sealed was moved %s", async (where, move) => {
    const workingDir = tempDir();
    onTestFinished(() => void removeTree(workingDir));
    mkdirSync(join(workingDir, "sub", ".vscode"), { recursive: true });
    writeFileSync(join(workingDir, "sub", ".env"), "KEY=TOP-SECRET\n");
    const { run, aside } = plot({ workingDir });
    await run(`OLDPWD0=$PWD; ${move}; ls -a */.env >&2; cd $OLDPWD0; mv zzz many/`);
    const output = await aside(
      `step() { for d in "$1" */; do cat sub/.env zzz/.env; touch sub/.vscode/evil zzz/.vscode/evil; [ -d "$d" ] && (cd "$d" && step ""); done; }; step "" 2>/dev/null; echo done`,
    ).catch((error: Error) => error.message);
    expect(output).toContain(where.includes("path") ? "was moved to where no path leads" : "done");
    expect(output).not.toContain("TOP-SECRET");
    expect(execFileSync("find", [workingDir, "-name", "evil"], { encoding: "utf8" })).toBe("");
  });

  test("because a person filled in what a command had made", async () => {
    const { run, workingDir, dispose } = plot();
    await run("echo KEY= > .env");
    expect((await run("cat .env; echo MORE= >> .env; cat .env")).output).toBe("KEY=\nKEY=\nMORE=\n");
    expect((await run("cat .env")).output).toContain("MORE=");
    writeFileSync(join(workingDir, ".env"), "KEY=TOP-SECRET\n");
    expect((await run("cat .env; echo goes on")).output).not.toContain("TOP-SECRET");
    await dispose();
  });

  test("because a link in home leads through the workspace", async () => {
    const person = createPerson({
      ".ssh/id_rsa": "CANARY-KEY",
      "app/gitconfig": "[user]\n\tname = a\n",
      "app/aws/credentials": "CANARY-AWS",
    });
    symlinkSync(join(person.workspace, "gitconfig"), join(person.home, ".gitconfig"));
    symlinkSync(join(person.workspace, "aws"), join(person.home, ".aws"));
    const first = await openSandbox("workspace", { person });
    await first.run(`rm gitconfig; ln -s ${person.home}/.ssh/id_rsa gitconfig`);
    const next = await openSandbox("workspace", { person });
    expect((await next.run("cat ~/.gitconfig aws/credentials; git config -l")).stdout).not.toContain("CANARY");
  });

  test("because what hides a secret, or a shell is made of, can be moved with a directory: that is refused", async () => {
    const person = createPerson({ ".config/git/credentials": "CANARY" });
    const write = [join(person.home, ".config")];
    await expect(openSandbox({ profile: "workspace", write }, { person })).rejects.toThrow(/lies deep in it/);
    const stateDir = join(person.workspace, "var", "nacre");
    await expect(openSandbox("workspace", { person: { ...person, stateDir } })).rejects.toThrow(
      /records lie deep in it/,
    );
    const temporary = join(person.workspace, "tmp");
    mkdirSync(temporary);
    vi.stubEnv("TMPDIR", temporary);
    onTestFinished(() => void vi.unstubAllEnvs());
    await expect(openSandbox("workspace", { person })).rejects.toThrow(/set TMPDIR to another/);
  });
});
