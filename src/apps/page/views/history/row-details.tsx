import type { JSX } from "preact";
import type { CommandRow } from "../../../../core/journal/history-row.ts";
import { sayAnswer, sayBytes, sayPath, saySpan } from "../../state/say.ts";
import { Term } from "../terms.tsx";
import { useModel } from "../use-model.tsx";
import { Code, CommandText, VisibleText } from "../visible-text.tsx";

/** All that the journal says of a command. */
export function RowDetails({ row }: { readonly row: CommandRow }): JSX.Element {
  const { command, cwd, reasons, asked, ran, contained, seq, hash, host } = row;
  return (
    <dl class="why details">
      {(command.includes("\n") || command.length > 100) && (
        <Term name="Command">
          <pre class="command">
            <CommandText text={command} />
          </pre>
        </Term>
      )}
      <Term name="Where">
        <Code text={sayPath(cwd)} />
      </Term>
      <Term name="Why">
        {reasons.map(({ rule, reason }) => (
          <p key={rule}>
            <VisibleText text={reason} /> <span class="dim">{rule}</span>
          </p>
        ))}
      </Term>
      {asked !== undefined && (
        <Term name="Answered">
          <VisibleText text={answeredWords(asked)} />
        </Term>
      )}
      {ran !== undefined && <Ran ran={ran} />}
      <Term name="Entry">
        <code class="dim">
          seq {seq} hash {hash.slice(0, 8)}…{hash.slice(-4)} host {host}
          {contained === undefined ? "" : ` contained ${contained}`}
        </code>
      </Term>
    </dl>
  );
}

function answeredWords({ askedAt, settledAt, state, answer, via, message }: NonNullable<CommandRow["asked"]>): string {
  if (settledAt === undefined) return "not yet";
  const after = askedAt === undefined ? "" : ` (after ${saySpan(settledAt - askedAt)})`;
  return sayAnswer({ answer: answer ?? state ?? "settled", message }, via) + after;
}

function Ran({ ran }: { readonly ran: NonNullable<CommandRow["ran"]> }): JSX.Element {
  const model = useModel();
  const { shell, ending, exitCode, durationMs, bytes } = ran;
  const how = exitCode === undefined ? (ending ?? "no end was written") : `exit ${exitCode}`;
  const took = durationMs === undefined ? "" : ` in ${saySpan(durationMs)}`;
  const printed = bytes === undefined ? "" : `, printed ${sayBytes(bytes)}`;
  return (
    <Term name="Ran">
      {how}
      {took}
      {printed}.{" "}
      {shell !== undefined && (
        <a href="#now" onClick={() => model.choose(shell)}>
          Show the output
        </a>
      )}
    </Term>
  );
}
