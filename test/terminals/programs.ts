import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { waitUntil } from "../support/wait-until.ts";
import type { Sitting } from "./sitting.ts";

/** A program that is driven on a terminal: what it needs, how it is begun, and what a model does with it. */
export type Driven = {
  readonly name: string;
  /** The program by which its Debian package is known to be there. */
  readonly needs?: { readonly program: string; readonly package: string };
  readonly command: string;
  readonly prepare?: (dir: string) => void;
  readonly drive: (sitting: Sitting, dir: string) => Promise<void>;
};

const of = (program: string, name: string = program): Required<Pick<Driven, "needs">> => ({
  needs: { program, package: name },
});

const done = (dir: string, program: string, ...args: readonly string[]): string => {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: dir, encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")}: ${stderr}`);
  return stdout;
};

/** A repository with so many commits, each of one file. */
function repository(dir: string, commits: number): void {
  done(dir, "git", "init", "-q", "-b", "main");
  done(dir, "git", "config", "user.email", "a@b.c");
  done(dir, "git", "config", "user.name", "A");
  for (let number = 1; number <= commits; number++) {
    writeFileSync(join(dir, `file-${number}`), `${number}\n`);
    done(dir, "git", "add", ".");
    done(dir, "git", "commit", "-qm", `commit ${number}`);
  }
}

const text = (dir: string, name: string): string => readFileSync(join(dir, name), "utf8");

const holds = (dir: string, name: string, what: string): Promise<void> =>
  waitUntil(`${name} to hold ${what}`, () => text(dir, name) === what);

const LINES = Array.from({ length: 200 }, (_, index) => `line ${index + 1} of many\n`).join("");

/** Programs that take lines. */
export const LINE_PROGRAMS: readonly Driven[] = [
  {
    name: "python's REPL",
    ...of("python3"),
    command: "python3 -q",
    drive: async (it) => {
      await it.shows(">>>");
      await it.enter("6 * 7");
      await it.shows("42");
      await it.press("C-d");
      expect(await it.ended()).toBe(0);
    },
  },
  {
    name: "node's REPL",
    command: "node",
    drive: async (it) => {
      await it.shows("Welcome to Node.js");
      await it.enter("6 * 7");
      await it.shows("42");
      expect(it.asked).not.toContain("type-line");
      await it.enter(".exit");
      expect(await it.ended()).toBe(0);
    },
  },
  {
    name: "an interactive bash",
    command: "bash --norc -i",
    drive: async (it) => {
      await it.shows(/[$#]/);
      await it.enter("echo $((6 * 7))");
      await it.shows(/^\s*\d+ 42$/m);
      await it.enter("exit 3");
      expect(await it.ended()).toBe(3);
    },
  },
  {
    name: "read -p",
    command: "read -p 'name? ' x; echo got $x",
    drive: async (it) => {
      await it.shows("name?");
      await it.enter("Ada");
      await it.shows("got Ada");
      expect(it.asked).toEqual([]);
    },
  },
  {
    name: "read -s",
    command: "read -s -p 'say: ' x; echo got ${#x}",
    drive: async (it) => {
      await it.shows("say:");
      await it.enter("hunter22");
      await it.shows("got 8");
      expect(it.asked).toContain("type-password");
      expect(await it.screen()).not.toContain("hunter22");
    },
  },
  {
    name: "a stand-in for sudo's prompt",
    ...of("python3"),
    command: 'python3 -c \'import getpass; print("got", len(getpass.getpass("[stand-in] password for you: ")))\'',
    drive: async (it) => {
      await it.shows("password for you:");
      await it.enter("hunter22");
      await it.shows("got 8");
      expect(it.asked).toContain("type-password");
    },
  },
  {
    name: "git add -p",
    ...of("git"),
    command: "git add -p",
    prepare: (dir) => {
      repository(dir, 1);
      writeFileSync(join(dir, "file-1"), "changed\n");
    },
    drive: async (it, dir) => {
      await it.shows("Stage this hunk");
      await it.enter("y");
      expect(await it.ended()).toBe(0);
      expect(done(dir, "git", "diff", "--cached", "--name-only")).toBe("file-1\n");
    },
  },
  {
    name: "npm init",
    command: "npm init",
    drive: async (it, dir) => {
      await it.shows("package name:");
      await it.enter("driven");
      for (const prompt of ["version:", "description:", "entry point:", "test command:", "git repository:"]) {
        await it.shows(prompt);
        await it.press("Enter");
      }
      for (const prompt of ["keywords:", "author:", "license:", "Is this OK?"]) {
        await it.shows(prompt);
        await it.press("Enter");
        if (prompt === "license:") await it.shows(/Is this OK\?|type:/);
        if (prompt === "license:" && /^\s*>?\d+ type:/m.test(await it.screen())) await it.press("Enter");
      }
      expect(await it.ended()).toBe(0);
      expect(JSON.parse(text(dir, "package.json"))).toMatchObject({ name: "driven" });
    },
  },
  {
    name: "pdb",
    ...of("python3"),
    command: "python3 -m pdb prog.py",
    prepare: (dir) => writeFileSync(join(dir, "prog.py"), "x = 6\nprint(x)\n"),
    drive: async (it) => {
      await it.shows("(Pdb)");
      await it.enter("n");
      await it.shows("print(x)");
      await it.enter("p x * 7");
      await it.shows("42");
      await it.enter("q");
      await it.ended();
    },
  },
  {
    name: "gdb",
    ...of("gdb"),
    command: "gdb -q -nx",
    drive: async (it) => {
      await it.shows("(gdb)");
      await it.enter("print 6 * 7");
      await it.shows("$1 = 42");
      await it.enter("quit");
      expect(await it.ended()).toBe(0);
    },
  },
];

/** Programs that draw a screen and take keys. */
export const SCREEN_PROGRAMS: readonly Driven[] = [
  {
    name: "less",
    ...of("less"),
    command: "less long.txt",
    prepare: (dir) => writeFileSync(join(dir, "long.txt"), LINES),
    drive: async (it) => {
      await it.shows("line 1 of many");
      await it.press("Space");
      await it.shows("line 40 of many");
      await it.enter("/line 150");
      await it.shows("150");
      await it.press("q");
      expect(await it.ended()).toBe(0);
    },
  },
  {
    name: "vim",
    ...of("vim"),
    command: "vim -u NONE -N note.txt",
    drive: async (it, dir) => {
      await it.shows("note.txt");
      await it.type("ihello");
      await it.press("Escape");
      await it.enter(":wq");
      expect(await it.ended()).toBe(0);
      expect(text(dir, "note.txt")).toBe("hello\n");
    },
  },
  {
    name: "nano",
    ...of("nano"),
    command: "nano -I note.txt",
    drive: async (it, dir) => {
      await it.shows("GNU nano");
      await it.type("hello");
      await it.press("C-o");
      await it.shows("File Name to Write");
      await it.press("Enter");
      await holds(dir, "note.txt", "hello\n");
      await it.press("C-x");
      expect(await it.ended()).toBe(0);
    },
  },
  {
    name: "top",
    ...of("top", "procps"),
    command: "top -d 0.5",
    drive: async (it) => {
      await it.shows("COMMAND");
      await it.press("q");
      expect(await it.ended()).toBe(0);
    },
  },
  {
    name: "htop",
    ...of("htop"),
    command: "htop",
    drive: async (it) => {
      await it.shows("F10");
      await it.press("F10");
      expect(await it.ended()).toBe(0);
    },
  },
  {
    name: "git rebase -i",
    ...of("git"),
    command: "git -c core.editor='vim -u NONE -N' rebase -i HEAD~2",
    prepare: (dir) => repository(dir, 3),
    drive: async (it, dir) => {
      await it.shows("pick");
      await it.enter(":1s/pick/drop/");
      await it.shows("drop");
      await it.enter(":wq");
      expect(await it.ended()).toBe(0);
      expect(done(dir, "git", "log", "--format=%s")).toBe("commit 3\ncommit 1\n");
    },
  },
  {
    name: "tmux",
    ...of("tmux"),
    command: "TMUX_TMPDIR=$PWD tmux -f /dev/null new-session 'bash --norc'",
    drive: async (it) => {
      await it.shows(/[$#]/);
      await it.enter("echo $((6 * 7))");
      await it.shows(/^\s*\d+ 42$/m);
      await it.enter("exit");
      expect(await it.ended()).toBe(0);
    },
  },
  {
    name: "fzf",
    ...of("fzf"),
    command: "x=$(seq 1 100 | fzf); echo chose $x",
    drive: async (it) => {
      await it.shows("100/100");
      await it.type("77");
      await it.shows("1/100");
      await it.press("Enter");
      await it.shows("chose 77");
    },
  },
  {
    name: "dialog",
    ...of("dialog"),
    command: "dialog --menu Fruit 12 40 3 a Apples b Bananas 2>choice",
    drive: async (it, dir) => {
      await it.shows("Bananas");
      await it.press("Down");
      await it.shows(/⟦\s*b?\s*⟧?.*Bananas|⟦.*Bananas/);
      await it.press("Enter");
      expect(await it.ended()).toBe(0);
      expect(text(dir, "choice")).toBe("b");
    },
  },
];
