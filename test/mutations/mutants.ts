import { createRequire } from "node:module";
import { runInThisContext } from "node:vm";
import { build } from "esbuild";
import { parseAst } from "vitest/node";
import type { judge as judgeOfSource } from "../../src/core/policy/judge.ts";
import { type Entry, type Node, type Site, sitesOf } from "./entries.ts";

/** Where the policy keeps what it knows: all else in its room is how it looks at a text. */
const KNOWING = /^src\/core\/(?:knowledge|policy\/(?:tools|code|zones))\//;

export type Judge = typeof judgeOfSource;

/** The policy, and the policy without any one of its entries. */
export class Mutants {
  readonly entries: readonly Entry[];
  readonly #program: (...given: readonly unknown[]) => void;

  private constructor(source: string) {
    const sites = allSites(source);
    this.entries = sites.flatMap(({ entries }) => entries);
    const changed = withSites(source, sites);
    this.#program = runInThisContext(`(function (module, require, OFF, WITHOUT_WORD) {${changed}\n})`) as (
      ...given: readonly unknown[]
    ) => void;
  }

  /** Reads the source: one program for all mutants, compiled once, so that each costs what loading its tables costs. */
  static async read(): Promise<Mutants> {
    const { outputFiles } = await build({
      entryPoints: ["src/core/policy/judge.ts"],
      bundle: true,
      format: "cjs",
      platform: "node",
      packages: "external",
      write: false,
    });
    return new Mutants(outputFiles[0]?.text ?? "");
  }

  /** The policy without the entry of this number; `undefined` where it does not even load. */
  without(off: number): Judge | undefined {
    try {
      return this.#loaded(off);
    } catch {
      return undefined;
    }
  }

  /** The policy as it is. */
  whole(): Judge {
    return this.#loaded(-1);
  }

  #loaded(off: number): Judge {
    const removed = this.entries[off]?.listed ?? "";
    const withoutWord = (first: number, count: number, list: string): string =>
      off < first || off >= first + count
        ? list
        : list
            .split(/\s+/)
            .filter((word) => word !== removed)
            .join(" ");
    const module = { exports: {} as { judge: Judge } };
    this.#program(module, require, off, withoutWord);
    return module.exports.judge;
  }
}

const require = createRequire(import.meta.url);

/** The bundle names the file that each of its parts comes from. */
function allSites(source: string): readonly Site[] {
  const files = [...source.matchAll(/^\/\/ (src\/\S+\.ts)$/gm)].map(({ 1: file = "", index }) => ({ file, index }));
  const nodes = parseAst(source).body as unknown as readonly Node[];
  return files
    .filter(({ file }) => KNOWING.test(file))
    .flatMap(({ file, index }) => {
      const end = files.find((other) => other.index > index)?.index ?? source.length;
      return sitesOf(
        file,
        source,
        nodes.filter(({ start }) => start >= index && start < end),
      );
    });
}

/** The source in which every site asks whether its entry is the one that is left out. */
function withSites(source: string, sites: readonly Site[]): string {
  let first = 0;
  const numbered = sites.map((site) => ({ site, first: (first += site.entries.length) - site.entries.length }));
  const inOrder = numbered.toSorted((one, other) => one.site.start - other.site.start || other.site.end - one.site.end);
  let at = 0;
  const rendered = (from: number, to: number): string => {
    let text = "";
    let done = from;
    for (let next = inOrder[at]; next !== undefined && next.site.start < to; next = inOrder[at]) {
      at++;
      const { site } = next;
      text += source.slice(done, site.start) + site.changed(rendered(site.start, site.end), next.first);
      done = site.end;
    }
    return text + source.slice(done, to);
  };
  return rendered(0, source.length);
}
