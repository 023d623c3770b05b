import { onTestFinished, vi } from "vitest";

/** The steady clock of this process, which a test can move on. Timers keep their own time. */
export function jumpingClock(): { readonly jump: (ms: number) => void } {
  const now = performance.now.bind(performance);
  let ahead = 0;
  const spy = vi.spyOn(performance, "now").mockImplementation(() => now() + ahead);
  onTestFinished(() => spy.mockRestore());
  return {
    jump: (ms) => {
      ahead += ms;
    },
  };
}
