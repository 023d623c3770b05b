import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { RuleCheck } from "../../../../core/line/line-messages.ts";
import type { AnswerBody } from "../../page-messages.ts";
import type { Asked } from "../../state/watched.ts";
import { later } from "../../wire/browser-clock.ts";
import { Choice } from "../choice.tsx";
import { Problem } from "../terms.tsx";
import { useModel } from "../use-model.tsx";
import { Code } from "../visible-text.tsx";

type SavedRule = Pick<AnswerBody, "rule" | "scope" | "until">;

type RuleFormProps = { readonly asked: Asked; readonly isOff: boolean; readonly onSave: (rule: SavedRule) => void };

const SCOPES = { workspace: "this workspace", user: "everywhere" } as const;
const ENDS = { "1d": "for a day", "7d": "for a week", "": "for good" } as const;

/** The rule before it is saved: as narrow as what was asked, to be edited, with where and how long it holds. */
export function RuleForm({ asked, isOff, onSave }: RuleFormProps): JSX.Element {
  const { always = [], wider } = asked.question;
  const [first = ""] = always;
  const [rule, setRule] = useState(first);
  const [scope, setScope] = useState<keyof typeof SCOPES>("workspace");
  const [until, setUntil] = useState<keyof typeof ENDS>("1d");
  const checked = useCheck(asked, rule);
  const save = (event: Event): void => {
    event.preventDefault();
    onSave({ ...(rule !== first && { rule }), scope, ...(until !== "" && { until }) });
  };
  return (
    <form class="inset" onSubmit={save}>
      <label class="field">
        <span>Rule, as it will be saved</span>
        <input
          type="text"
          class="mono"
          spellcheck={false}
          value={rule}
          onInput={(event) => setRule(event.currentTarget.value)}
        />
      </label>
      {always.length > 1 && rule === first && (
        <p class="dim small">
          And, for the other parts: <code>{always.slice(1).join(" ")}</code>
        </p>
      )}
      {wider !== undefined && rule !== wider.rule && (
        <button type="button" class="quiet start" onClick={() => setRule(wider.rule)}>
          Wider: <code>{wider.rule}</code>
        </button>
      )}
      <Reach checked={checked} />
      <div class="end">
        <Choice label="Where it holds" options={SCOPES} value={scope} onChoose={setScope} />
        <Choice label="How long it holds" options={ENDS} value={until} onChoose={setUntil} />
        <button type="submit" disabled={isOff || checked === undefined || checked.problem !== undefined}>
          Save and run
        </button>
      </div>
    </form>
  );
}

const TYPING_MS = 250;

/** What the host says of the rule as it stands; undefined until it has said it of this one. */
function useCheck({ host, question }: Asked, rule: string): RuleCheck | undefined {
  const model = useModel();
  const [checked, setChecked] = useState<{ readonly rule: string; readonly is: RuleCheck }>();
  useEffect(
    () =>
      later(TYPING_MS, () => {
        void model
          .check({ host: host.view.id, question: question.id, rule })
          .catch((error: Error) => ({ problem: error.message, lets: [], stops: [] }))
          .then((is) => setChecked({ rule, is }));
      }),
    [rule],
  );
  return checked?.rule === rule ? checked.is : undefined;
}

/** Commands that the rule would let through, and some that it would not, each judged by the host. */
const Reach = ({ checked }: { readonly checked: RuleCheck | undefined }): JSX.Element => (
  <>
    <Problem words={checked?.problem} tone="bad small" />
    <ul class="examples" aria-label="What this rule would do">
      {checked?.lets.slice(0, 3).map((command) => (
        <Example key={command} verdict="allows" tone="ok" command={command} />
      ))}
      {checked?.stops.slice(0, 3).map((command) => (
        <Example key={command} verdict="asks" tone="warn" command={command} />
      ))}
    </ul>
  </>
);

type ExampleProps = { readonly verdict: string; readonly tone: string; readonly command: string };

const Example = ({ verdict, tone, command }: ExampleProps): JSX.Element => (
  <li>
    <span class={tone}>{verdict}</span>
    <Code text={command} />
  </li>
);
