/** Takes secrets out of bytes as they come. What may be the beginning of a secret waits for what follows. */
export interface RedactingStream {
  push(chunk: Buffer): Buffer;
  /** What waited, now that nothing follows. */
  flush(): Buffer;
}

export interface Redactor {
  stream(): RedactingStream;
  text(text: string): string;
}
