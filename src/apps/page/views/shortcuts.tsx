import { useLayoutEffect } from "preact/hooks";

type Acts = Readonly<Record<string, () => void>>;

/** What each key does now; the view that was shown last wins. */
const stack: Acts[] = [];

/**
 * Gives keys a meaning while a view is shown. No key of any view allows a command.
 * A key acts on what stands on the page, so its meaning changes with the page and not after the next frame.
 */
export function useShortcuts(acts: Acts): void {
  useLayoutEffect(() => {
    stack.push(acts);
    return () => {
      stack.splice(stack.indexOf(acts), 1);
    };
  });
}

/** Keys mean nothing in a field, in a dialog, or together with Ctrl, Alt or Meta. */
export function listenForKeys(): void {
  document.addEventListener("keydown", (event) => {
    const { target, key } = event;
    if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]") !== null) return;
    const isField = target instanceof HTMLElement && target.matches("input, textarea, select");
    if (isField && key !== "Escape") return;
    if (isField) return target.blur();
    const act = stack.findLast((acts) => acts[key] !== undefined)?.[key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  });
}
