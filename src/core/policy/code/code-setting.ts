import type { Effect } from "../tools/effect.ts";
import type { Text } from "../values/abstract-text.ts";
import type { Engine, Frame, Origin } from "../walk/walk-types.ts";

/** Where a piece of source code is run. */
export type CodeSetting = {
  readonly engine: Engine;
  readonly frame: Frame;
  readonly origin: Origin;
  readonly apply: (effect: Effect) => Text | undefined;
};
