import { useLayoutEffect, useState } from "preact/hooks";

export type ViewName = "now" | "history";

const nameIn = (hash: string): ViewName => (hash.startsWith("#history") ? "history" : "now");

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
