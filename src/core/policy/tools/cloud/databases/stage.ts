import type { Text } from "../../../values/abstract-text.ts";
import type { Call } from "../../effect.ts";
import { acts } from "../../effect.ts";
import type { Row } from "../../tool-shape.ts";
import { wordsOf } from "../../word-list.ts";

/** Variables that say on which stage a project's tools work. */
const STAGES = wordsOf(
  "RAILS_ENV RACK_ENV NODE_ENV APP_ENV MIX_ENV DJANGO_ENV FLASK_ENV ASPNETCORE_ENVIRONMENT DOTNET_ENVIRONMENT",
);

const isOn = (stage: RegExp, { args, environment, scope }: Call): boolean =>
  STAGES.some((name) => {
    const given = args.filter((arg) => arg.startsWith(`${name}=`)).map((arg) => arg.slice(name.length + 1));
    return [...given, ...(environment.get(name) ?? scope.valuesOf(name))].some((value) => stage.test(value));
  });

/** Tasks that change a database. */
const CHANGES = /^(?:db:.+|migrate.*|migration:.+|ecto\..+|upgrade|deploy|push|seed.*|up|update)$/;

/** Code that is handed to a project's console and changes records: `runner 'User.delete_all'`. */
const CHANGES_RECORDS =
  /[.\s](?:delete|destroy|update|insert|upsert|create|save|truncate|drop|increment|touch|toggle)(?:_\w+)?[!(]?|\bexec(?:ute|_query)\b/;
/** What takes such code. */
const RUNS_CODE = /^(?:r|runner|run|shell|-e|--eval|-c|--command|--execute=?)$/;
/** A connection that names a database of others. */
const CONNECTION = /(?:[=@/.-]|^)(?:prod|production|live)(?:[-.:;/]|$)/i;

const isConnected = (args: readonly Text[]): boolean =>
  args.some(
    (arg, at) => /^--connection(?:-string)?(?:=|$)/.test(arg) && CONNECTION.test(`${arg} ${args[at + 1] ?? ""}`),
  );

/** What is an ordinary migration elsewhere changes the data of others in production. */
export const IN_PRODUCTION: Row = {
  by: (call) =>
    (isOn(/^(?:prod|live$)/i, call) || isConnected(call.args)) &&
    call.args.some(
      (arg, at) => CHANGES.test(arg) || (RUNS_CODE.test(call.args[at - 1] ?? "") && CHANGES_RECORDS.test(arg)),
    )
      ? [acts("change-remote", "the production database")]
      : [],
};

/** A row that loses data, but not where the stage is the one for tests: its database is made anew for every run. */
export const unlessTested = (rule: "destroy-remote" | "change-remote"): Row => ({
  by: (call) => (isOn(/^test$/i, call) ? [] : [acts(rule)]),
});
