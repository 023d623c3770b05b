import { Server, SUPPORTED_PROTOCOL_VERSIONS, type Transport } from "@modelcontextprotocol/server";
import { isRecord } from "../tools/schema/input-schema.ts";
import { isInScope } from "../tools/session-scope.ts";
import type { ToolkitEvent } from "../tools/tool-event.ts";
import type { Toolkit } from "../tools/toolkit.ts";
import { shellAt, shellUris } from "./mcp-resources.ts";

type Caller = { readonly kit: Toolkit; readonly scope: string | undefined };

/** The events that subscribers are told: a shell has ended, or waits for input. */
type Notice = Extract<ToolkitEvent, { kind: "shell-ended" | "shell-waits" }>;

const isNotice = (event: ToolkitEvent): event is Notice => event.kind === "shell-ended" || event.kind === "shell-waits";

/** Calls `tell` with the addresses of what a subscriber should read again. Returns how to stop. */
export const onShellNotice = (
  { kit: { shells }, scope }: Caller,
  tell: (uris: readonly string[], notice: Notice) => void,
): (() => void) =>
  shells.onEvent((event) => {
    if (isNotice(event) && isInScope(event.sessionId, scope)) tell(shellUris(event.id), event);
  });

/**
 * A server that tells its client of the client's shells, as long as it is connected. In the older protocol it knows who
 * subscribed to what. In the newer one the SDK does: it passes on what was asked for and drops the rest.
 */
export class NoticingServer extends Server {
  readonly #caller: Caller;
  readonly #subscribed = new Set<string>();

  constructor(info: ConstructorParameters<typeof Server>[0], options: ServerOptions & Caller) {
    const { kit, scope, ...rest } = options;
    super(info, rest);
    this.#caller = { kit, scope };
    this.setRequestHandler("resources/subscribe", async ({ params }) => {
      const shell = await shellAt(kit, params.uri, { scope });
      if (shell.isRunning) this.#subscribed.add(params.uri); // of one that has ended there will be nothing new
      return {};
    });
    this.setRequestHandler("resources/unsubscribe", ({ params }) => {
      this.#subscribed.delete(params.uri);
      return {};
    });
  }

  override async connect(transport: Transport): Promise<void> {
    const stop = onShellNotice(this.#caller, (uris, notice) => this.#tell(uris, notice));
    const { onclose } = transport;
    transport.onclose = () => {
      stop();
      onclose?.();
    };
    await super.connect(transport);
  }

  #tell(uris: readonly string[], { kind }: Notice): void {
    const isOlder = SUPPORTED_PROTOCOL_VERSIONS.includes(this.getNegotiatedProtocolVersion() ?? "");
    for (const uri of isOlder ? uris.filter((one) => this.#subscribed.has(one)) : uris) {
      this.sendResourceUpdated({ uri }).catch(() => undefined); // the client is gone
      if (kind === "shell-ended") this.#subscribed.delete(uri);
    }
  }
}

type ServerOptions = NonNullable<ConstructorParameters<typeof Server>[1]>;

/** A request to listen, without the shells of other clients: to the SDK all clients of one endpoint are one. */
export function listenOwn(body: unknown, { kit, scope }: Caller): unknown {
  if (!isRecord(body) || body["method"] !== "subscriptions/listen" || !isRecord(body["params"])) return body;
  const { notifications } = body["params"];
  if (!isRecord(notifications) || !Array.isArray(notifications["resourceSubscriptions"])) return body;
  const own = new Set(
    kit.shells
      .listShells()
      .filter(({ sessionId }) => isInScope(sessionId, scope))
      .flatMap(({ id }) => shellUris(id)),
  );
  const resourceSubscriptions = notifications["resourceSubscriptions"].filter((uri) => own.has(uri));
  return { ...body, params: { ...body["params"], notifications: { ...notifications, resourceSubscriptions } } };
}
