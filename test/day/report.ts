import { type Row, rowOf } from "./chapter.ts";
import { CHAPTERS } from "./chapters/all-chapters.ts";
import type { DayResult } from "./run-day.ts";

/** What a result says of a refusal: the sandbox's sentence, or the policy's. The command's own words do not count. */
const refusalIn = ({ sandbox_refusal = "", notice = "", decision, error = "" }: DayResult): string =>
  [sandbox_refusal, notice, decision === "deny" ? error : ""].join("\n");

/** What is wrong with how a command ended; undefined when it ended as its row says. */
export function mysteryIn({ shows = /^/, refused }: Row, result: DayResult): string | undefined {
  const { success, output, error = "" } = result;
  if (refused !== undefined)
    return refusalIn(result).includes(refused) ? undefined : `was not refused with ${refused}:\n${output}\n${error}`;
  if (!success) return `failed:\n${output}\n${error}`;
  return shows.test(output.trim()) ? undefined : `did not show ${shows}:\n${output}`;
}

const cell = (text: string): string => `\`${text.replaceAll("|", "\\|")}\``;

const endingOf = ({ refused, background }: Row): string => {
  if (refused !== undefined) return `refused: "… ${refused.replaceAll("|", "\\|")} …"`;
  return background === true ? "works, in the background" : "works";
};

const needsOf = (needs: readonly string[]): string => (needs.length === 0 ? "" : needs.join(", "));

/** docs/working-day.md: the rows as they are checked. */
export function page(): string {
  const rows = CHAPTERS.flatMap((chapter) => chapter.rows.map(rowOf));
  const refused = rows.filter((row) => row.refused !== undefined).length;
  const tables = CHAPTERS.map(({ title, needs, rows: ours }) =>
    [
      `## ${title}`,
      "",
      "| command | needs | behind the sandbox |",
      "| --- | --- | --- |",
      ...ours
        .map(rowOf)
        .map((row) => `| ${cell(row.run)} | ${needsOf([...needs, ...(row.needs ?? [])])} | ${endingOf(row)} |`),
    ].join("\n"),
  );
  return `# A working day behind the sandbox

\`npm run test:day\` runs these ${rows.length} commands behind the default sandbox, as a plain user with a home of its own, and fails when one ends in another way: ${rows.length - refused} work, ${refused} are refused with a sentence that names the setting or another way. \`npm test\` runs two chapters. A command whose programs are not installed is skipped, by name. The user says yes where the policy asks. The registries are on loopback: one package in each, and names that need a credential.

${tables.join("\n\n")}
`;
}
