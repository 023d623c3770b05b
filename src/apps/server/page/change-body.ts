import { z } from "zod";
import type { Ask } from "../../../core/line/line-messages.ts";

/** What a browser wants of a host. */
export type Change = { readonly host: string; readonly ask: Ask };

const name = z.string().min(1).max(200);

const BODIES = {
  "/api/kill": z
    .strictObject({ host: name, shell: name })
    .transform(({ host, shell }) => ({ host, ask: { do: "kill", shell } as const })),
  "/api/type": z
    .strictObject({
      host: name,
      shell: name,
      text: z.string().max(100_000).optional(),
      keys: z.string().max(1000).optional(),
    })
    .transform(({ host, ...typed }) => ({ host, ask: { do: "type", ...withoutUndefined(typed) } as const })),
  "/api/check": z
    .strictObject({ host: name, question: name, rule: z.string().max(10_000) })
    .transform(({ host, question, rule }) => ({ host, ask: { do: "check", question, rule } as const })),
  "/api/remove-rule": z
    .strictObject({ host: name, rule: name })
    .transform(({ host, rule }) => ({ host, ask: { do: "remove-rule", rule } as const })),
  "/api/answer": z
    .strictObject({
      host: name,
      question: name,
      digest: name,
      answer: z.enum(["once", "session", "always", "try", "deny"]),
      rule: z.string().max(10_000).optional(),
      until: z.string().max(100).optional(),
      scope: z.enum(["session", "workspace", "user"]).optional(),
      message: z.string().max(10_000).optional(),
    })
    .transform(({ host, ...answer }) => ({
      host,
      ask: { do: "answer", via: "page", ...withoutUndefined(answer) } as const,
    })),
} as const;

const withoutUndefined = <T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };

/** Undefined: the body does not say what the path needs, or says more. */
export function parseChange(path: string, body: unknown): Change | undefined {
  const [, schema] = Object.entries(BODIES).find(([known]) => known === path) ?? [];
  const parsed = schema?.safeParse(body);
  return parsed?.success === true ? (parsed.data as Change) : undefined;
}
