/**
 * A call that starts the work, and one that comes while it goes on has it done once more, however many they are. For work
 * that does all there is to do each time.
 */
export function joinedCalls(work: () => Promise<void>): () => void {
  let isAtWork = false;
  let isWanted = false;
  const go = async (): Promise<void> => {
    while (isWanted) {
      isWanted = false;
      await work();
    }
  };
  return () => {
    isWanted = true;
    if (isAtWork) return;
    isAtWork = true;
    void go().finally(() => (isAtWork = false));
  };
}
