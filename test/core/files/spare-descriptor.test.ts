import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import { expect, test } from "vitest";

/** Runs this where all descriptors are used up; gives what it prints. */
function withoutDescriptors(body: string): string {
  const at = (file: string): string => JSON.stringify(resolve("dist/modules/core", file));
  const program = `
    import { openSync, readFileSync } from "node:fs";
    import { identityOf, isRunning, signal, statOf } from ${at("process/identity.js")};
    import { allPids, childrenOf, pidsMarked } from ${at("process/descendants.js")};
    import { keepSpare, withSpare } from ${at("files/spare-descriptor.js")};
    const parent = identityOf(process.ppid);
    const useUp = () => { try { for (;;) openSync("/dev/null"); } catch {} };
    const told = (act) => { try { return act(); } catch (error) { return error.code; } };
    ${body}`;
  const words = ["--nofile=200:200", process.execPath, "--input-type=module", "-e", program];
  return execFileSync("prlimit", words, { encoding: "utf8" });
}

test("without a descriptor a process that lives is not taken for one that has ended", () => {
  const said = withoutDescriptors(`
    useUp();
    console.log(JSON.stringify([
      told(() => statOf(process.ppid)), told(() => isRunning(parent)), told(() => allPids()),
      told(() => childrenOf(process.ppid)), told(() => pidsMarked("x=")), told(() => signal(parent, "SIGCONT")),
    ]));`);
  expect(JSON.parse(said)).toEqual([...Array.from({ length: 5 }, () => "NO_DESCRIPTORS"), false]);
});

test("the spare descriptor lets nacre look when there is no other, and is there again afterwards", () => {
  const said = withoutDescriptors(`
    const drop = keepSpare();
    useUp();
    const look = () => [told(() => isRunning(parent)), told(() => childrenOf(process.ppid).includes(process.pid))];
    const ended = told(() => statOf(2 ** 30)) ?? "ended";
    const looks = [look(), look(), told(() => readFileSync("/dev/null").length), look()];
    drop();
    console.log(JSON.stringify([looks, ended, told(() => withSpare(() => readFileSync("/dev/null").length))]));`);
  const seen = [true, true];
  expect(JSON.parse(said)).toEqual([[seen, seen, "EMFILE", seen], "ended", 0]);
});
