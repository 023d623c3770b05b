import type { ComponentChildren, JSX } from "preact";
import { Icon } from "./icon.tsx";

/** Says across the page what is wrong with all of it. A screen reader says it at once. */
export const Band = ({ children }: { readonly children: ComponentChildren }): JSX.Element => (
  <div class="band" role="alert">
    <Icon name="question" tone="warn" />
    {children}
  </div>
);
