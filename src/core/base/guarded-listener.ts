/** Wraps an embedder's listener: what it throws becomes a warning of the process and never stops a command. */
export function guarded<Told extends readonly unknown[]>(
  listener: ((...told: Told) => void) | undefined,
): (...told: Told) => void {
  return (...told) => {
    try {
      listener?.(...told);
    } catch (error) {
      process.emitWarning(error instanceof Error ? error : String(error));
    }
  };
}
