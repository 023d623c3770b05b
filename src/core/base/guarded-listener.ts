/** A listener as it is called from the path of a command: what it throws is its owner's trouble, and never stops anything. */
export function guarded<Event>(listener: ((event: Event) => void) | undefined): (event: Event) => void {
  return (event) => {
    try {
      listener?.(event);
    } catch (error) {
      process.emitWarning(error instanceof Error ? error : String(error));
    }
  };
}
