import type { JSX } from "preact";
import { rulePlaces } from "../../state/held-rules.ts";
import { sayPath } from "../../state/say.ts";
import { useModel } from "../use-model.tsx";
import { VisibleText } from "../visible-text.tsx";
import { RuleLine } from "./rule-line.tsx";

/** What the user allowed and denied from now on, wherever a host runs that goes by it. */
export function RulesView(): JSX.Element {
  const places = rulePlaces(useModel().watched);
  return (
    <section class="rules" aria-label="Rules">
      <h2>Rules of yours</h2>
      <p class="dim">
        What you allowed or denied from now on, on the hosts that run. Deny beats allow. <code>nacre rules</code> lists
        those of any workspace; <code>nacre allow</code> and <code>nacre deny</code> make them.
      </p>
      {places.length === 0 && <p>No rule of yours holds on a host that runs.</p>}
      {places.map(({ name, rules }) => (
        <section key={name} class="card" aria-label={name}>
          <h3>
            <VisibleText text={sayPlace(name)} />
          </h3>
          <ul>
            {rules.map((held) => (
              <RuleLine key={held.rule.id} held={held} />
            ))}
          </ul>
        </section>
      ))}
    </section>
  );
}

const sayPlace = (name: string): string => name.replace(/(?<=^Workspace )\/.*/, sayPath);
