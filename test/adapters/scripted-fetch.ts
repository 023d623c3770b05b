/** What a request carried. */
export type SentBody = { readonly [key: string]: unknown };

/** A provider's API played from a script: the n-th request gets the n-th reply. No network. */
export type ScriptedFetch = {
  readonly fetch: (url: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /** The bodies of the requests so far. */
  readonly sent: readonly SentBody[];
};

/** A script that is asked for more than it has ends the test with what was asked. */
export function scriptedFetch(replies: readonly object[]): ScriptedFetch {
  const sent: SentBody[] = [];
  return {
    sent,
    fetch: async (_url, init) => {
      const body: SentBody = JSON.parse(typeof init?.body === "string" ? init.body : "{}");
      sent.push(body);
      const reply = replies[sent.length - 1];
      if (reply === undefined) throw new Error(`the script has no reply to ${JSON.stringify(body)}`);
      return new Response(JSON.stringify(reply), { headers: { "content-type": "application/json" } });
    },
  };
}
