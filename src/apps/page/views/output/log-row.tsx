import { Component, type JSX } from "preact";
import { sayNumber } from "../../state/say.ts";
import type { Line } from "../../text/line-store.ts";
import { markedRuns, SHOWN_CHARS } from "../../text/marked-runs.ts";
import { runsOf, unstyled } from "../../text/styled-runs.ts";
import { classesOf } from "../../text/text-style.ts";
import { VisibleText } from "../visible-text.tsx";

export type LogRowProps = {
  readonly line: Line;
  readonly number: number | undefined;
  readonly query: RegExp | undefined;
  /** The match that the search stands at. */
  readonly isNow: boolean;
  readonly isPicked: boolean;
  readonly onNumber: (event: MouseEvent) => void;
};

/** One line of the output. Drawn anew only when something of it changed. */
export class LogRow extends Component<LogRowProps> {
  override shouldComponentUpdate(next: LogRowProps): boolean {
    const { line, number, query, isNow, isPicked } = this.props;
    return (
      next.line !== line ||
      next.number !== number ||
      next.query !== query ||
      next.isNow !== isNow ||
      next.isPicked !== isPicked
    );
  }

  override render({ line, number, query, isNow, isPicked, onNumber }: LogRowProps): JSX.Element {
    if (line.isNote) return <div class="line note">{line.text}</div>;
    const classes = `line ${line.stream === "stderr" ? "err" : ""} ${isPicked ? "picked" : ""}`;
    return (
      <div class={classes}>
        <span class="number" aria-hidden="true" onClick={onNumber}>
          {number}
        </span>
        <span class="text" dir="ltr">
          {markedRuns(runsOf(line.text, line.start), query).map(({ text, style, isHit }) => {
            const shown = <VisibleText text={text} />;
            const marked = isHit ? <mark class={isNow ? "now" : ""}>{shown}</mark> : shown;
            const name = classesOf(style);
            return name === "" ? marked : <span class={name}>{marked}</span>;
          })}
          {restOf(line.text)}
        </span>
      </div>
    );
  }
}

function restOf(text: string): JSX.Element | undefined {
  const rest = text.length <= SHOWN_CHARS ? 0 : unstyled(text).length - SHOWN_CHARS;
  return rest > 0 ? <span class="chip">{sayNumber(rest)} more characters: in the log</span> : undefined;
}
