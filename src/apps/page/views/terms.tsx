import type { ComponentChildren, JSX } from "preact";

type TermProps = { readonly name: string; readonly children: ComponentChildren };

/** One fact of a list: its name, and what it is. */
export const Term = ({ name, children }: TermProps): JSX.Element => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
);

/** What did not work, told where the user tried it; nothing where all went well. */
export const Problem = ({ words, tone = "bad" }: { readonly words: string | undefined; readonly tone?: string }) =>
  words === undefined ? null : (
    <p class={tone} role="alert">
      {words}
    </p>
  );
