import { createContext } from "preact";
import { useContext, useEffect, useLayoutEffect, useReducer } from "preact/hooks";
import type { Model } from "../state/model.ts";
import { repeat } from "../wire/browser-clock.ts";

const ModelContext = createContext<Model | undefined>(undefined);

export const ModelProvider = ModelContext.Provider;

/** The model; the view is drawn again when it changes. */
export function useModel(): Model {
  const model = useContext(ModelContext);
  const [, draw] = useReducer((count: number) => count + 1, 0);
  // No change may fall between the drawing and the subscription.
  useLayoutEffect(() => model?.subscribe(() => draw(undefined)), [model]);
  if (model === undefined) throw new Error("a view stands outside of the page");
  return model;
}

/** Draws the view again every second: for ages and what is left of a time. */
export function useTick(isOn = true): void {
  const [, draw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => (isOn ? repeat(1000, () => draw(undefined)) : undefined), [isOn]);
}
