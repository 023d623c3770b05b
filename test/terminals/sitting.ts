import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { expect } from "vitest";
import type { ToolkitOptions } from "../../src/index.ts";
import { hasBubblewrap } from "../support/open-sandbox.ts";
import { type OpenToolkit, openToolkit } from "../support/open-toolkit.ts";
import { waitUntil } from "../support/wait-until.ts";

/** Where every program is driven. */
export const WALLS: readonly ("none" | "workspace")[] = hasBubblewrap ? ["none", "workspace"] : ["none"];

const PLACES = [...(process.env["PATH"] ?? "").split(delimiter), "/usr/sbin", "/sbin"];

/** Whether a program is there; with REQUIRE_TOOLS a missing one fails its test instead. */
export const isInstalled = (program: string): boolean =>
  process.env["REQUIRE_TOOLS"] === "1" ||
  PLACES.some((place) => {
    try {
      accessSync(join(place, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });

/** A model before one terminal: what it types goes through BashInput, what it sees comes from BashOutput. */
export class Sitting {
  readonly kit: OpenToolkit;
  readonly id: string;
  /** What the user was asked about, as the rules that asked. */
  readonly asked: string[];

  private constructor(kit: OpenToolkit, id: string, asked: string[]) {
    this.kit = kit;
    this.id = id;
    this.asked = asked;
  }

  /** Starts a command on a terminal; the user says yes to everything. */
  static async begin(command: string, options: Omit<ToolkitOptions, "shells"> = {}): Promise<Sitting> {
    const asked: string[] = [];
    const kit = openToolkit({
      ...options,
      approver: async ({ findings }) => {
        asked.push(...findings.map(({ rule }) => rule));
        return "once";
      },
    });
    const id = await kit.start(command, { tty: true, cols: 100, rows: 30 });
    return new Sitting(kit, id, asked);
  }

  /** The whole screen as a model reads it. */
  async screen(): Promise<string> {
    return (await this.kit.call("BashOutput", { bash_id: this.id, view: "screen" })).output;
  }

  /** Waits until the screen has this. */
  async shows(what: string | RegExp): Promise<void> {
    let last = "";
    const isShown = async (): Promise<boolean> => {
      last = await this.screen();
      return typeof what === "string" ? last.includes(what) : what.test(last);
    };
    await waitUntil(`${String(what)} on the screen`, isShown).catch((error: unknown) => {
      throw new Error(`${String(what)} is not shown:\n${last}`, { cause: error });
    });
  }

  async input(given: Readonly<Record<string, unknown>>): Promise<void> {
    const { success, error } = await this.kit.call("BashInput", { bash_id: this.id, wait_ms: 200, ...given });
    expect([success, error]).toEqual([true, undefined]);
  }

  type(text: string): Promise<void> {
    return this.input({ text });
  }

  press(...keys: readonly string[]): Promise<void> {
    return this.input({ keys });
  }

  /** A line, and Enter. */
  enter(text: string): Promise<void> {
    return this.input({ text, keys: ["Enter"] });
  }

  /** Waits for the end of the command. Its exit code. */
  async ended(): Promise<number | null | undefined> {
    const { metadata } = await this.kit.call("BashOutput", { bash_id: this.id, wait_for: "exit", wait_ms: 60_000 });
    return metadata.exit_code;
  }
}
