import { type Command, Option } from "commander";
import { MOMENT_FORMS } from "../../../core/base/time/moment.ts";
import type { Answer } from "../../../core/permission/approver.ts";
import { configOption, type Surface, stateOption, wrong } from "../flags.ts";
import { placeOf, type SharedFlags } from "../settings.ts";
import type { AnswerFlags } from "./answer-question.ts";
import type { RuleFlags } from "./rules.ts";

const workspaceOption = (): Option =>
  new Option("--workspace <dir>", "for commands in this workspace (default: this directory)");

const withRuleFlags = (command: Command): Command =>
  command
    .argument("<rule>", "such as 'Bash(git push *)': the words of a command, * for any")
    .addOption(workspaceOption())
    .option("--user", "for commands in every workspace")
    .option("--session <id>", "for commands of this session alone, until it ends; nothing is kept on disk")
    .option("--until <when>", `when it ends: ${MOMENT_FORMS} (default: never)`)
    .option("--json", "as JSON")
    .addOption(stateOption())
    .addOption(configOption());

const ANSWERS: readonly Answer[] = ["once", "session", "always", "try", "deny"];

/** Adds the commands by which the user decides what an agent may do. */
export function addActs({ subcommand, io, act }: Surface): void {
  for (const decision of ["allow", "deny"] as const) {
    const what = decision === "allow" ? "let commands run without a question" : "refuse commands";
    withRuleFlags(subcommand(decision, `${what}, by a rule kept for this workspace`)).action(
      async (rule: string, flags: RuleFlags) => {
        const { keepRule } = await import("./rules.ts");
        await act(keepRule(decision, rule, { flags, io }));
      },
    );
  }
  subcommand("questions", "list what waits for your answer, in every nacre of this user")
    .option("--json", "as JSON")
    .addOption(stateOption())
    .addOption(configOption())
    .action(async (flags) => act((await import("./answer-question.ts")).listQuestions(flags, placeOf(flags, io))));
  subcommand("answer", "answer a question; the first answer counts")
    .argument("<id>", "of the question, or the beginning of it")
    .argument(
      "<answer>",
      ANSWERS.join(", "),
      (word) => ANSWERS.find((one) => one === word) ?? wrong(ANSWERS.join(", ")),
    )
    .option("-m, --message <text>", "words for the model, such as why not")
    .option("--rule <rule>", "with always: the rule to keep, as the question offers it")
    .option("--until <when>", `with always: when the rule ends: ${MOMENT_FORMS} (default: never)`)
    .option("--user", "with always: for commands in every workspace")
    .option("--json", "as JSON")
    .addOption(stateOption())
    .addOption(configOption())
    .action(async (id: string, answer: Answer, flags: AnswerFlags & SharedFlags) => {
      const { answerQuestion } = await import("./answer-question.ts");
      await act(answerQuestion(id, answer, { flags, ...placeOf(flags, io) }));
    });
  subcommand("attach", "show the terminal of a shell, and take it over")
    .argument("<id>", "a shell's id, or the beginning of it")
    .addOption(stateOption())
    .addOption(configOption())
    .action(async (id: string, flags: SharedFlags) =>
      act((await import("./attach.ts")).attach(id, placeOf(flags, io))),
    );
  subcommand("rules", "list the rules of yours that hold here, and why; or remove one")
    .argument("[act]", "remove", (word) => (word === "remove" ? word : wrong("remove, or nothing")))
    .argument("[id]", "of the rule to remove")
    .addOption(workspaceOption())
    .option("--rules <file>", "your own rules, besides")
    .option("--json", "as JSON")
    .addOption(stateOption())
    .addOption(configOption())
    .action(async (what: "remove" | undefined, id: string | undefined, flags: RuleFlags) => {
      const { listRules, removeRule } = await import("./rules.ts");
      if (what === undefined) return act(listRules(flags, io));
      await act(removeRule(id ?? "", flags, io));
    });
}
