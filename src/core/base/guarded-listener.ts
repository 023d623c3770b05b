/** Wraps an embedder's listener: what it throws becomes a warning of the process and never stops a command. */
export function guarded<Event>(listener: ((event: Event) => void) | undefined): (event: Event) => void {
  return (event) => {
    try {
      listener?.(event);
    } catch (error) {
      process.emitWarning(error instanceof Error ? error : String(error));
    }
  };
}
