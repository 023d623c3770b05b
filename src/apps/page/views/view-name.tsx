import { useLayoutEffect, useState } from "preact/hooks";

export type ViewName = "now" | "history" | "tries" | "rules";

const OTHERS = ["history", "tries", "rules"] as const;

const nameIn = (hash: string): ViewName => OTHERS.find((name) => hash.startsWith(`#${name}`)) ?? "now";

/** The view that the address names. */
export function useViewName(): ViewName {
  const [name, setName] = useState(() => nameIn(location.hash));
  useLayoutEffect(() => {
    const look = (): void => setName(nameIn(location.hash));
    addEventListener("hashchange", look);
    return () => removeEventListener("hashchange", look);
  }, []);
  return name;
}
