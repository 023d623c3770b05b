import type { ComponentChildren, JSX } from "preact";
import type { ShellView } from "../../../../core/line/line-messages.ts";
import type { Model } from "../../state/model.ts";
import { sayBytes, saySpan, sayTime } from "../../state/say.ts";
import { type Found, isLive } from "../../state/watched.ts";
import { saveFile } from "../../wire/save-file.ts";
import { Icon } from "../icon.tsx";
import { statusOf } from "../shell-status-words.tsx";
import { useModel, useTick } from "../use-model.tsx";
import { CommandText, VisibleText } from "../visible-text.tsx";

type OutputHeadProps = { readonly found: Found; readonly onBack: () => void; readonly onKill: () => void };

/** What the chosen shell is. It stays while the log scrolls. */
export function OutputHead({ found, onBack, onKill }: OutputHeadProps): JSX.Element {
  const model = useModel();
  const { shell, host } = found;
  useTick(isLive(shell));
  const { icon, tone, words } = statusOf(shell, model.now());
  return (
    <div class="head">
      <div class="head-row">
        <button type="button" class="quiet phone-only" aria-label="Back to the list" onClick={onBack}>
          <Icon name="back" />
        </button>
        <Icon name={icon} tone={tone} />
        <h2 id="shell-name" class="cut">
          <VisibleText text={shell.description ?? shell.command.split("\n", 1)[0] ?? ""} />
        </h2>
        <strong class={`cut ${tone}`}>{words}</strong>
        <span class="grow" />
        <button type="button" onClick={() => void saveLog(model, shell.id)}>
          <Icon name="save" />
          Log
        </button>
        {isLive(shell) && host !== undefined && (
          <button type="button" class="danger" disabled={!model.isLive} onClick={onKill}>
            <Icon name="ended" />
            Kill <kbd class="wide-only">x</kbd>
          </button>
        )}
      </div>
      <div class="command-line">
        <code class="command">
          <CommandText text={shell.command} />
        </code>
        <button
          type="button"
          class="quiet"
          aria-label="Copy the command"
          onClick={() => void navigator.clipboard.writeText(shell.command)}
        >
          <Icon name="copy" />
        </button>
      </div>
      <Facts shell={shell} model={model} containment={shell.containment ?? host?.view.sandbox?.containment} />
    </div>
  );
}

const TONES: Readonly<Record<string, string>> = {
  allow: "ok",
  ask: "warn",
  deny: "bad",
  full: "ok",
  partial: "warn",
  none: "bad",
};

type FactsProps = { readonly shell: ShellView; readonly model: Model; readonly containment: string | undefined };

function Facts({ shell, model, containment }: FactsProps): JSX.Element {
  const series = model.series.get(shell.id);
  const cpu = isLive(shell) ? series?.cpuShare() : undefined;
  const memory = isLive(shell) ? shell.memoryBytes : series?.mostMemory;
  return (
    <p class="facts">
      {!isLive(shell) && shell.durationMs !== undefined && <Fact name="took">{saySpan(shell.durationMs)}</Fact>}
      {isLive(shell) && shell.pid !== undefined && <Fact name="pid">{shell.pid}</Fact>}
      {cpu !== undefined && <Fact name="cpu">{Math.round(cpu * 100)} %</Fact>}
      {memory !== undefined && memory > 0 && (
        <Fact name={isLive(shell) ? "memory" : "most memory seen"}>{sayBytes(memory)}</Fact>
      )}
      <Ports shell={shell} />
      <Fact name="output">{sayBytes(shell.stdoutBytes + shell.stderrBytes)}</Fact>
      {shell.decision !== undefined && (
        <Fact name="verdict" tone={TONES[shell.decision]}>
          {shell.decision}
        </Fact>
      )}
      {containment !== undefined && (
        <Fact name="contained" tone={TONES[containment]}>
          {containment}
        </Fact>
      )}
      <Fact name="since">{sayTime(shell.createdAt)}</Fact>
      <code>{shell.id}</code>
    </p>
  );
}

type FactProps = { readonly name: string; readonly tone?: string | undefined; readonly children: ComponentChildren };

const Fact = ({ name, tone = "", children }: FactProps): JSX.Element => (
  <span>
    {name} <b class={tone}>{children}</b>
  </span>
);

const saveLog = async (model: Model, shell: string): Promise<void> => saveFile(await model.log(shell), `${shell}.log`);

/** None where the system does not tell. */
const Ports = ({ shell }: { readonly shell: ShellView }): JSX.Element => (
  <>
    {(shell.ports ?? []).map((port) => (
      <span>
        port{" "}
        <a href={`http://localhost:${port}/`} target="_blank" rel="noopener noreferrer">
          {port}
        </a>
      </span>
    ))}
  </>
);
