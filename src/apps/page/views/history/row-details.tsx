import type { JSX } from "preact";
import type { CommandRow } from "../../../../core/journal/history-row.ts";
import { sayBytes, sayPath, saySpan, sayVia } from "../../state/say.ts";
import { useModel } from "../use-model.tsx";
import { CommandText, VisibleText } from "../visible-text.tsx";

const ANSWERED: Readonly<Record<string, string>> = {
  once: "allowed once",
  session: "allowed for its session",
  always: "allowed as a rule",
  deny: "denied",
};

/** All that the journal says of a command. */
export function RowDetails({ row }: { readonly row: CommandRow }): JSX.Element {
  const { command, cwd, reasons, asked, ran, contained, seq, hash, host } = row;
  return (
    <dl class="why details">
      {(command.includes("\n") || command.length > 100) && (
        <>
          <dt>Command</dt>
          <dd>
            <pre class="command">
              <CommandText text={command} />
            </pre>
          </dd>
        </>
      )}
      <dt>Where</dt>
      <dd>
        <code>
          <VisibleText text={sayPath(cwd)} />
        </code>
      </dd>
      <dt>Why</dt>
      <dd>
        {reasons.map(({ rule, reason }) => (
          <p key={rule}>
            <VisibleText text={reason} /> <span class="dim">{rule}</span>
          </p>
        ))}
      </dd>
      {asked !== undefined && (
        <>
          <dt>Answered</dt>
          <dd>
            <VisibleText text={answeredWords(asked)} />
          </dd>
        </>
      )}
      {ran !== undefined && <Ran ran={ran} />}
      <dt>Entry</dt>
      <dd>
        <code class="dim">
          seq {seq} hash {hash.slice(0, 8)}…{hash.slice(-4)} host {host}
          {contained === undefined ? "" : ` contained ${contained}`}
        </code>
      </dd>
    </dl>
  );
}

function answeredWords({ askedAt, settledAt, state, answer, via, message }: NonNullable<CommandRow["asked"]>): string {
  if (settledAt === undefined) return "not yet";
  const after = askedAt === undefined ? "" : ` after ${saySpan(settledAt - askedAt)}`;
  const what = answer === undefined ? (state ?? "settled") : (ANSWERED[answer] ?? answer);
  return `${what}${after}${via === undefined ? "" : `, ${sayVia(via)}`}${message === undefined ? "" : `: “${message}”`}`;
}

function Ran({ ran }: { readonly ran: NonNullable<CommandRow["ran"]> }): JSX.Element {
  const model = useModel();
  const { shell, ending, exitCode, durationMs, bytes } = ran;
  const how = exitCode === undefined ? (ending ?? "no end was written") : `exit ${exitCode}`;
  const took = durationMs === undefined ? "" : ` in ${saySpan(durationMs)}`;
  const printed = bytes === undefined ? "" : `, printed ${sayBytes(bytes)}`;
  return (
    <>
      <dt>Ran</dt>
      <dd>
        {how}
        {took}
        {printed}.{" "}
        {shell !== undefined && (
          <a href="#now" onClick={() => model.choose(shell)}>
            Show the output
          </a>
        )}
      </dd>
    </>
  );
}
