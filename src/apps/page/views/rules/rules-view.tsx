import type { JSX } from "preact";
import { rulePlaces } from "../../state/held-rules.ts";
import { useModel } from "../use-model.tsx";
import { RuleCard } from "./rule-card.tsx";

/** What the user allowed and denied from now on, wherever a host runs that goes by it. */
export function RulesView(): JSX.Element {
  const places = rulePlaces(useModel().watched);
  return (
    <section class="rules" aria-label="Rules">
      <h2>Rules of yours</h2>
      {places.length === 0 && <p>No rule of yours holds.</p>}
      {places.map((place) => (
        <RuleCard key={place.name} {...place} />
      ))}
    </section>
  );
}
