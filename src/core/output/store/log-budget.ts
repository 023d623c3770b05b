/** The space that all logs of a host share. A log claims bytes before it grows, and returns them when it is removed. */
export class LogBudget {
  #leftBytes: number;

  constructor(totalBytes: number) {
    this.#leftBytes = totalBytes;
  }

  /** All of it or nothing. */
  claim(bytes: number): boolean {
    if (bytes > this.#leftBytes) return false;
    this.#leftBytes -= bytes;
    return true;
  }

  release(bytes: number): void {
    this.#leftBytes += bytes;
  }
}
