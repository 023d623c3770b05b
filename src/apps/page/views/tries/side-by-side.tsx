import type { JSX } from "preact";
import { type SideLine, type SideRow, sideRows } from "../../text/side-rows.ts";
import { VisibleText } from "../visible-text.tsx";

/** A file before and after, beside each other; where there is no room for that, below each other. */
export const SideBySide = ({
  path,
  lines,
}: {
  readonly path: string;
  readonly lines: readonly string[];
}): JSX.Element => (
  <table class="sides">
    <caption class="unseen">
      <VisibleText text={path} />, before and after
    </caption>
    <colgroup>
      <col class="no" />
      <col />
      <col class="no" />
      <col />
    </colgroup>
    <thead class="unseen">
      <tr>
        <th scope="col">Line before</th>
        <th scope="col">Before</th>
        <th scope="col">Line after</th>
        <th scope="col">After</th>
      </tr>
    </thead>
    <tbody>
      {sideRows(lines).map((row, at) => (
        <Row key={at} row={row} />
      ))}
    </tbody>
  </table>
);

const Row = ({ row }: { readonly row: SideRow }): JSX.Element =>
  row.kind === "gap" ? (
    <tr class="gap">
      <td colSpan={4}>{row.text}</td>
    </tr>
  ) : (
    <tr class={row.kind}>
      <Side line={row.before} sign={row.kind === "same" ? "" : "−"} side="out" />
      <Side line={row.after} sign={row.kind === "same" ? "" : "+"} side="put" />
    </tr>
  );

type SideProps = { readonly line: SideLine | undefined; readonly sign: string; readonly side: "out" | "put" };

/** The sign says what the colour says. */
const Side = ({ line, sign, side }: SideProps): JSX.Element =>
  line === undefined ? (
    <>
      <td class={`no ${side}`} />
      <td class={`none ${side}`} />
    </>
  ) : (
    <>
      <td class={`no ${side}`}>
        {line.number} {sign}
      </td>
      <td class={`line ${side}`}>
        <VisibleText text={line.text} />
        {line.isUnended === true && <span class="dim"> (no newline at the end)</span>}
      </td>
    </>
  );
