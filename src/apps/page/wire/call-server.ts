import { KEY_HEADER, type Refused } from "../page-messages.ts";

/** The server said no, with a sentence for the user. */
export class ServerRefusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, { code, message }: Refused["error"]) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Asks the server; a refusal is thrown, and so is a sentence where no answer comes. */
export async function callServer(key: string, path: string, body?: object): Promise<Response> {
  const response = await send(path, {
    ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
    headers: {
      [KEY_HEADER]: key,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    redirect: "error",
  });
  if (!response.ok) throw await refusalOf(response);
  return response;
}

const send = (path: string, request: RequestInit): Promise<Response> =>
  fetch(path, request).catch(() => {
    throw new Error("The server did not answer. Try again.");
  });

/** What a refused request says; a proxy in between may say it in any other form. */
export async function refusalOf(response: Response): Promise<ServerRefusal> {
  const said: unknown = await response.json().catch(() => undefined);
  const error = isRefused(said) ? said.error : { code: "refused", message: `The server answered ${response.status}.` };
  return new ServerRefusal(response.status, error);
}

function isRefused(said: unknown): said is Refused {
  if (typeof said !== "object" || said === null || !("error" in said)) return false;
  const { error } = said;
  return typeof error === "object" && error !== null && "message" in error && typeof error.message === "string";
}
