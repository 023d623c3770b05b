import { type LineHost, type LineQuestions, type LineRules, type Outlet, refuse } from "./line-host.ts";
import type { Ask, FollowAsk, FollowEnd, LineEvent, QuestionView, Reply, Said } from "./line-messages.ts";

/** Does what a reader asks of a host. */
export async function answerTo(ask: Ask, host: LineHost, outlet: Outlet): Promise<Said<Reply>> {
  switch (ask.do) {
    case "list":
      return { is: await host.overview() };
    case "read":
      return host.read(ask);
    case "kill":
      return host.kill(ask);
    case "follow":
      return follow(ask, host, outlet);
    case "type":
      return host.type(ask);
    case "hold":
      return host.hold(ask.shell, outlet);
    case "questions":
      return { is: { questions: listed(host) } };
    case "answer":
      return withQuestions(host, (questions) => questions.answer(ask));
    case "check":
      return withQuestions(host, (questions) => questions.check(ask));
    case "rules":
    case "keep-rule":
    case "remove-rule":
      return withRules(ask, host.rules);
    case "reload-rules":
      return withQuestions(host, (questions) => questions.reloadRules());
  }
}

const listed = ({ questions }: LineHost): readonly QuestionView[] => questions?.list() ?? [];

type RulesAsk = Extract<Ask, { readonly do: "rules" | "keep-rule" | "remove-rule" }>;

function withRules(ask: RulesAsk, rules: LineRules | undefined): Said<Reply> {
  if (ask.do === "rules") return { is: { rules: rules?.list() ?? [], sessions: rules?.sessions() ?? [] } };
  if (rules === undefined) return refuse("unknown", "this host knows no rules of the user");
  return ask.do === "keep-rule" ? rules.keep(ask) : rules.remove(ask.rule);
}

async function withQuestions<T extends Reply>(
  { questions }: LineHost,
  act: (questions: LineQuestions) => Promise<Said<T>>,
): Promise<Said<T>> {
  return questions === undefined ? refuse("unknown", "this host puts no questions") : act(questions);
}

async function follow(ask: FollowAsk, host: LineHost, outlet: Outlet): Promise<Said<FollowEnd>> {
  const leave = ask.canAnswer ? host.questions?.addWatcher() : undefined;
  try {
    const { shell } = ask;
    if (shell === undefined) return await followAll(host, outlet);
    return await (ask.screen === true ? host.followScreen(shell, outlet) : host.followShell({ ...ask, shell }, outlet));
  } finally {
    leave?.();
  }
}

/** The overview first, then what happened since it was begun. */
async function followAll(host: LineHost, outlet: Outlet): Promise<Said<FollowEnd>> {
  let early: LineEvent[] | undefined = [];
  const stop = host.watch((event) => {
    if (early === undefined) outlet.tell(event);
    else early.push(event);
  });
  try {
    outlet.tell({ kind: "overview", overview: await host.overview() });
    for (const event of early) outlet.tell(event);
    early = undefined;
    await outlet.closed;
    return refuse("gone", "the connection ended");
  } finally {
    stop();
  }
}
