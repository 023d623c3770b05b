type Closing = {
  readonly closed: boolean;
  once(event: "close", act: () => void): unknown;
};

/** Calls this once when a stream is closed, also when it is closed already: nobody tells that a second time. */
export function whenClosed(stream: Closing, act: () => void): void {
  if (stream.closed) act();
  else stream.once("close", act);
}
