const SIGNALS = ["SIGTERM", "SIGINT", "SIGHUP"] as const;

/** Resolves when this process is told to end. `forget` gives the signals back to their defaults. */
export function endSignals(): { readonly received: Promise<NodeJS.Signals>; readonly forget: () => void } {
  let forget = (): void => undefined;
  const received = new Promise<NodeJS.Signals>((resolve) => {
    for (const signal of SIGNALS) process.on(signal, resolve);
    forget = () => {
      for (const signal of SIGNALS) process.off(signal, resolve);
    };
  });
  return { received, forget: () => forget() };
}
