/** What became of a piece of input. */
export type Taken =
  /** How many bytes of all that was written are unread: in the pipe, and in the supervisor. */
  | { readonly kind: "taken" | "full"; readonly unread: number }
  /** No process can read it any more, or its end was written. */
  | { readonly kind: "closed" };

/** How a supervisor is asked: what is written, and how its answer begins. */
export type Ask = (what: Buffer, key: string) => Promise<string>;

/** The most that is written at once: a quarter of what may wait. */
export const PIECE_BYTES: number = 64 * 1024;

/** The host's end of a shell's input: a pipe that its supervisor made and writes to. */
export class SupervisorInput {
  readonly #say: (line: string) => void;
  readonly #ask: Ask;
  /** The pipe, by the number that the kernel shows where a process has it open. */
  inode: number | undefined;

  constructor(say: (line: string) => void, ask: Ask) {
    this.#say = say;
    this.#ask = ask;
  }

  /** The next shell gets one. */
  open(): void {
    this.#say("i\n");
  }

  /** Hands on at most `PIECE_BYTES`, all or none of them. Nothing at all asks how much is unread. */
  async write(bytes: Buffer): Promise<Taken> {
    const answer = await this.#ask(Buffer.concat([Buffer.from(`k ${bytes.length}\n`), bytes]), "k ");
    const [, taken = -1, unread = 0] = answer.split(" ").map(Number);
    if (taken < 0) return { kind: "closed" };
    return { kind: taken === bytes.length ? "taken" : "full", unread };
  }

  /** Ends the input behind what was taken. */
  end(): void {
    this.#say("x\n");
  }
}
