/** A tool as the client offers it to the model. Some clients put the tools of one server into a namespace. */
export type Offered = { readonly name: string; readonly namespace?: string };

/** What the model does next: it calls a tool, or it says something and its turn ends. */
export type Turn = { readonly say: string } | { readonly call: Offered; readonly id: string; readonly input: object };

/** What one request told the model. */
export type Heard = {
  readonly tools: readonly Offered[];
  /** The text of each tool result in the conversation, by the id of its call. */
  readonly results: ReadonlyMap<string, string>;
};

/** The wire format of one model API, both ways. */
export type Dialect = {
  /** Whether a request to this path asks for a turn of the model. */
  fits(path: string): boolean;
  read(body: unknown): Heard;
  /** The events of a streamed answer, each as it stands on the wire. */
  stream(turn: Turn): readonly string[];
  /** The same answer in one piece. */
  whole(turn: Turn): unknown;
};

/** A server-sent event with a name; the name also stands in its data. */
export const namedEvent = (data: { readonly type: string; readonly [key: string]: unknown }): string =>
  `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;

export const dataEvent = (data: unknown): string => `data: ${JSON.stringify(data)}\n\n`;
