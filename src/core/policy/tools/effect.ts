import type { RuleId } from "../rules/all-rules.ts";
import type { Text } from "../values/abstract-text.ts";
import type { Scope } from "../values/scope.ts";

/** A language whose source is scanned for sinks; `shell` is walked like any other command text. */
export type Language = "shell" | "python" | "javascript" | "perl" | "ruby" | "php" | "lua" | "awk" | "other";

/** What a program does to the world, as far as its arguments tell. */
export type Effect =
  | { readonly kind: "deletes"; readonly path: Text; readonly recursive: boolean }
  | {
      readonly kind: "writes";
      readonly path: Text;
      readonly content?: Text;
      readonly append?: boolean;
      /** Whether nothing of what was there is left. A program may fail, or see a reason to leave it. */
      readonly sure?: boolean;
      /** Whether the name itself is made anew: a link of that name is not followed. */
      readonly renews?: boolean;
    }
  | {
      readonly kind: "links";
      readonly path: Text;
      readonly target: Text;
      /** Where a target that is no whole path begins: at the link, or at the working directory. */
      readonly from: "link" | "cwd";
    }
  | { readonly kind: "creates"; readonly path: Text }
  | { readonly kind: "reads"; readonly path: Text; readonly recursive?: boolean; readonly unseen?: boolean }
  | { readonly kind: "opens-access"; readonly path: Text; readonly recursive: boolean }
  | { readonly kind: "fetches"; readonly from: Text; readonly to?: Text }
  | { readonly kind: "sends"; readonly to: Text; readonly data: Text }
  | {
      readonly kind: "runs";
      readonly argv: readonly Text[];
      /** Variables that the program gets beside those it inherits. */
      readonly given?: ReadonlyMap<string, readonly Text[]>;
      readonly stdin?: Text;
      readonly contained?: boolean;
    }
  | {
      readonly kind: "code";
      readonly text: Text;
      readonly language: Language;
      readonly positionals?: readonly Text[];
      readonly contained?: boolean;
    }
  | { readonly kind: "carries"; readonly text: Text }
  | { readonly kind: "executes"; readonly path: Text; readonly args: readonly Text[]; readonly language?: Language }
  | { readonly kind: "acts"; readonly rule: RuleId; readonly detail?: string }
  | { readonly kind: "works"; readonly directory?: Text }
  | { readonly kind: "prints"; readonly text: Text };

/** One call of a program: its plain name, its arguments, what it would read. */
export type Call = {
  readonly name: string;
  readonly args: readonly Text[];
  readonly stdin: Text;
  readonly scope: Scope;
  readonly environment: ReadonlyMap<string, readonly Text[]>;
};

/** What one program does. An empty list means: nothing that matters. */
export type Program = (call: Call) => readonly Effect[];

/** A text or words that may be a command. */
export type Guess = { readonly code: Text } | { readonly argv: readonly Text[] };

export const acts = (rule: RuleId, detail?: string): Effect =>
  detail === undefined ? { kind: "acts", rule } : { kind: "acts", rule, detail };
export const prints = (text: Text): Effect => ({ kind: "prints", text });
export const reads = (path: Text): Effect => ({ kind: "reads", path });
export const writes = (path: Text, content?: Text): Effect =>
  content === undefined ? { kind: "writes", path } : { kind: "writes", path, content };
export const runs = (argv: readonly Text[]): Effect => ({ kind: "runs", argv });
export const executes = (path: Text, args: readonly Text[] = [], language?: Language): Effect =>
  language === undefined ? { kind: "executes", path, args } : { kind: "executes", path, args, language };
export const shell = (text: Text): Effect => ({ kind: "code", text, language: "shell" });
