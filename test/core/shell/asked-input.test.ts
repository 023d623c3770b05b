import { readlinkSync } from "node:fs";
import { expect, test } from "vitest";
import { descendantsOf } from "../../../src/core/process/descendants.ts";
import type { Identity } from "../../../src/core/process/identity.ts";
import { askedInput, type OpenInput } from "../../../src/core/shell/asked-input.ts";
import { ownBash } from "../../support/own-bash.ts";
import { printed } from "../../support/printed.ts";
import { waitUntil } from "../../support/wait-until.ts";

/** What reads a pipe that stays empty, and the number of that pipe. */
async function behindPipe(program: string): Promise<{ readonly reader: Identity; readonly inode: number }> {
  const bash = ownBash(`sleep 300 | ${program}; true`);
  let found: { readonly reader: Identity; readonly inode: number } | undefined;
  await waitUntil("the reader of the pipe", () => {
    for (const reader of descendantsOf(bash)) {
      const inode = Number(/^pipe:\[(\d+)\]$/.exec(inputOf(reader.pid))?.[1] ?? 0);
      if (inode > 0) found = { reader, inode };
    }
    return found !== undefined;
  });
  if (found === undefined) throw new Error("nobody reads");
  return found;
}

function inputOf(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/fd/0`);
  } catch {
    return ""; // ended
  }
}

const asked = (reader: Identity, inode: number, text: string): ReturnType<typeof askedInput> => {
  const input: OpenInput = { inode, shell: undefined, transcript: printed(text) };
  return askedInput([reader], input);
};

test("a program that reads its empty input surely waits, whatever it printed", async () => {
  const { reader, inode } = await behindPipe("cat");
  await waitUntil("cat to read", () => asked(reader, inode, "")?.program === "cat");
  expect(asked(reader, inode, "done\n")).toEqual({ program: "cat", isCertain: true });
});

test("one that waits for several things seems to ask where it left a prompt open, and there alone", async () => {
  const { reader, inode } = await behindPipe("perl -e 'select undef, undef, undef, 300'");
  await waitUntil("perl to be idle", () => asked(reader, inode, "Name: ")?.program === "perl");
  expect(asked(reader, inode, "Name: ")).toEqual({ program: "perl", isCertain: false });
  expect(asked(reader, inode, "listening on port 80")).toBeUndefined();
  expect(asked(reader, inode, "Name:\n")).toBeUndefined();
  expect(asked(reader, inode + 1, "Name: ")).toBeUndefined();
});
