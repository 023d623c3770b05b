/** The space that all logs of a host share. A log takes of it before it grows, and gives back what it took when it is removed. */
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
