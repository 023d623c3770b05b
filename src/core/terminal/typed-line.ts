import { steadyMs } from "../base/clock.ts";
import type { InputStep } from "./input-steps.ts";
import type { Prompt } from "./prompt-line.ts";

/** How many lines that were accepted before are remembered, for what they defined. */
const REMEMBERED_LINES = 200;

/** What was typed into one terminal: the line that is not accepted yet, and those before it. */
export class TypedLine {
  #literal: string | undefined = "";
  #prompt: { readonly mark: Prompt; readonly pid: number } | undefined;
  /** Lines that a shell reads on from. */
  readonly #begun: string[] = [];
  readonly #accepted: string[] = [];
  #tookAt = Number.NEGATIVE_INFINITY;
  #keptBytes = 0;
  /** Whether the user has allowed text for programs in raw mode. */
  isRawAllowed = false;

  /** The characters since the last line was accepted; undefined where keys changed them, or another typed. */
  get literal(): string | undefined {
    return this.#literal;
  }

  /** How many bytes the kernel keeps until Enter, at the most: keys that edit the line count too. What the user typed does not. */
  get keptBytes(): number {
    return this.#keptBytes;
  }

  /** How long ago the terminal got something. */
  get restMs(): number {
    return steadyMs() - this.#tookAt;
  }

  /** What stands behind the prompt at which it is typed: undefined where there is no prompt, or it cannot be told. */
  get onScreen(): string | undefined {
    return this.#prompt?.mark.typed();
  }

  /** The process at whose prompt it is typed. */
  get reader(): number | undefined {
    return this.#prompt?.pid;
  }

  /** Lines before this one that belong to the same command. */
  get begun(): readonly string[] {
    return this.#begun;
  }

  get accepted(): readonly string[] {
    return this.#accepted;
  }

  promptedBy(pid: number, mark: Prompt | undefined): void {
    this.leavePrompt();
    this.#prompt = mark === undefined ? undefined : { mark, pid };
  }

  leavePrompt(): void {
    this.#prompt?.mark.dispose();
    this.#prompt = undefined;
  }

  /** Notes a step that the terminal has got; `isCanonical`: the kernel keeps it until Enter. */
  took({ kind, bytes }: InputStep, isCanonical: boolean): void {
    this.#tookAt = steadyMs();
    this.#keptBytes = isCanonical ? this.#keptBytes + Buffer.byteLength(bytes) : 0;
    if (kind === "text") this.#literal = this.#literal === undefined ? undefined : this.#literal + bytes;
    else if (kind === "edit" || kind === "key") this.#literal = undefined;
    else this.#begin(kind === "interrupt");
  }

  /** Notes a step of which the terminal got a part: what stands on the line is not known. */
  tookPart(): void {
    this.#tookAt = steadyMs();
    this.#literal = undefined;
  }

  /** Notes a line that a shell or a language has got; `isBegun`: the command goes on in the next one. */
  wasAccepted(line: string, isBegun: boolean): void {
    if (isBegun) this.#begun.push(line);
    else {
      this.#accepted.push([...this.#begun, line].join("\n"));
      this.#begun.length = 0;
    }
    if (this.#accepted.length > REMEMBERED_LINES) this.#accepted.shift();
  }

  /** Notes that the line was taken back, as far as can be told. */
  wasTakenBack(isEmpty: boolean): void {
    this.#literal = isEmpty ? "" : undefined;
    if (isEmpty) this.#keptBytes = 0;
  }

  /** Notes what the user typed: until a line is ended, nobody but the user knows what stands on it. */
  byUser(bytes: string): void {
    this.#literal = undefined;
    this.#keptBytes = 0;
    this.leavePrompt();
    if (/[\r\n\x03]$/.test(bytes)) this.#begin(true);
  }

  #begin(isForgotten: boolean): void {
    this.#literal = "";
    this.#keptBytes = 0;
    this.leavePrompt();
    if (isForgotten) this.#begun.length = 0;
  }
}
