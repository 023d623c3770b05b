import { useLayoutEffect, useState } from "preact/hooks";

export type ViewName = "now" | "history" | "tries" | "rules";

const OTHERS = ["history", "tries", "rules"] as const;

const nameIn = (hash: string): ViewName => OTHERS.find((name) => hash.startsWith(`#${name}`)) ?? "now";

/** What the address says, read anew when it changes. */
export function useAddress<T>(read: (hash: string) => T): T {
  const [said, say] = useState(() => read(location.hash));
  useLayoutEffect(() => {
    const look = (): void => say(() => read(location.hash));
    addEventListener("hashchange", look);
    return () => removeEventListener("hashchange", look);
  }, []);
  return said;
}

/** The view that the address names. */
export const useViewName = (): ViewName => useAddress(nameIn);
