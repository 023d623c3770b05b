/**
 * How many rows each line takes, with sums: which line is at a row, and at which row a line begins. A Fenwick tree, so that
 * a line that was measured costs little, among a hundred thousand as among ten.
 */
export class RowHeights {
  #rows: Uint16Array = new Uint16Array(0);
  #sums: Float64Array = new Float64Array(1);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** Of all lines. */
  get total(): number {
    return this.before(this.#count);
  }

  rowsOf(line: number): number {
    return this.#rows[line] ?? 1;
  }

  /** Forgets everything and begins with these. */
  reset(count: number, rowsOf: (line: number) => number): void {
    this.#count = 0;
    this.#rows = new Uint16Array(0);
    this.#sums = new Float64Array(1);
    this.grow(count, rowsOf);
  }

  /** Adds lines at the end. */
  grow(count: number, rowsOf: (line: number) => number): void {
    if (count <= this.#count) return;
    if (count > this.#rows.length) this.#reserve(Math.max(1024, 2 * count));
    for (let line = this.#count; line < count; line += 1) this.#add(line, rowsOf(line));
    this.#count = count;
  }

  /** Says what a line takes indeed. */
  set(line: number, rows: number): void {
    if (line >= this.#count) return;
    const by = rows - this.rowsOf(line);
    if (by !== 0) this.#add(line, by);
  }

  /** How many rows are before a line. */
  before(line: number): number {
    let sum = 0;
    for (let at = Math.min(line, this.#count); at > 0; at -= at & -at) sum += this.#sums[at] ?? 0;
    return sum;
  }

  /** The line that has this row; the last one for a row behind all. */
  lineAt(row: number): number {
    let line = 0;
    let left = row;
    for (let step = 2 ** Math.floor(Math.log2(Math.max(1, this.#count))); step >= 1; step /= 2) {
      const sum = this.#sums[line + step];
      if (line + step <= this.#count && sum !== undefined && sum <= left) {
        line += step;
        left -= sum;
      }
    }
    return Math.max(0, Math.min(line, this.#count - 1));
  }

  #add(line: number, by: number): void {
    this.#rows[line] = (this.#rows[line] ?? 0) + by;
    for (let at = line + 1; at < this.#sums.length; at += at & -at) this.#sums[at] = (this.#sums[at] ?? 0) + by;
  }

  #reserve(lines: number): void {
    const rows = new Uint16Array(lines);
    rows.set(this.#rows.subarray(0, this.#count));
    this.#rows = rows;
    const sums = new Float64Array(lines + 1);
    for (let at = 1; at <= lines; at += 1) {
      sums[at] = (sums[at] ?? 0) + (rows[at - 1] ?? 0);
      const above = at + (at & -at);
      if (above <= lines) sums[above] = (sums[above] ?? 0) + (sums[at] ?? 0);
    }
    this.#sums = sums;
  }
}
