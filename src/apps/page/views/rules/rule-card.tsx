import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { HeldRule, RulePlace } from "../../state/held-rules.ts";
import { sayMoment } from "../../state/say.ts";
import { Problem } from "../terms.tsx";
import { useModel } from "../use-model.tsx";
import { Code, VisibleText } from "../visible-text.tsx";

/** One rule: what it says, how long it holds, who made it, and the way to take it back. */
function RuleLine({ held }: { readonly held: HeldRule }): JSX.Element {
  const model = useModel();
  const { rule, host } = held;
  const [problem, setProblem] = useState<string>();
  const [isSending, setSending] = useState(false);
  const remove = (): void => {
    setSending(true);
    model
      .removeRule({ host: host.view.id, rule: rule.id })
      .then(() => setProblem(undefined))
      .catch((error: Error) => setProblem(error.message))
      .finally(() => setSending(false));
  };
  return (
    <li class="rule">
      <span class={`badge ${rule.decision}`}>{rule.decision}</span>
      <div>
        <Code text={rule.rule} />
        <p class="dim small">
          {lastingOf(held, model.now())},{" "}
          <VisibleText text={rule.by + (rule.cwd === undefined ? "" : `, in ${rule.cwd}`)} />
        </p>
        <Problem words={problem} tone="bad small" />
      </div>
      <button
        type="button"
        disabled={!model.isLive || isSending}
        aria-label={`Remove the rule ${rule.rule}`}
        onClick={remove}
      >
        Remove
      </button>
    </li>
  );
}

function lastingOf({ rule }: HeldRule, now: number): string {
  if (rule.until !== undefined) return `until ${sayMoment(Date.parse(rule.until), now)}`;
  return rule.scope === "session" ? "until the session ends" : "for good";
}

/** Rules under a name. */
export const RuleCard = ({ name, rules }: RulePlace): JSX.Element => (
  <section class="card given" aria-label={name}>
    <h3>
      <VisibleText text={name} />
    </h3>
    <ul>
      {rules.map((held) => (
        <RuleLine key={held.rule.id} held={held} />
      ))}
    </ul>
  </section>
);
