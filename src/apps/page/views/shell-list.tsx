import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { basename } from "../state/path-name.ts";
import { sayNumber, sayPath } from "../state/say.ts";
import { type Group, groupsOf, type WatchedHost } from "../state/watched.ts";
import { Icon } from "./icon.tsx";
import { ShellRow } from "./shell-row.tsx";
import { useShortcuts } from "./shortcuts.tsx";
import { useModel, useTick } from "./use-model.tsx";
import { Code, VisibleText } from "./visible-text.tsx";

/** Ended shells of a session that are shown before the rest is asked for. */
const FEW_ENDED = 3;

/** Sessions with their shells. */
export function ShellList({ onPick }: { readonly onPick: () => void }): JSX.Element {
  const model = useModel();
  useTick();
  const groups = groupsOf(model.watched);
  const [isAll, setAll] = useState(false);
  const shownOf = ({ running, ended }: Group): Group["running"] => [
    ...running,
    ...(isAll ? ended : ended.slice(0, FEW_ENDED)),
  ];
  const shown = groups.flatMap(shownOf);
  const hidden = groups.reduce((sum, { ended }) => sum + Math.max(0, ended.length - FEW_ENDED), 0);
  const step = (by: number): void => {
    const at = shown.findIndex(({ id }) => id === model.chosen);
    const next = shown[Math.min(shown.length - 1, Math.max(0, at + by))];
    if (next !== undefined) model.choose(next.id);
  };
  useShortcuts({
    j: () => step(1),
    k: () => step(-1),
    Enter: () => document.querySelector<HTMLElement>("#log")?.focus(),
  });
  useEffect(() => {
    document.querySelector(".shell[aria-current]")?.scrollIntoView({ block: "nearest" });
  }, [model.chosen]);
  return (
    <nav class="column list" aria-label="Sessions and shells">
      <h2 class="unseen">Sessions and shells</h2>
      {groups.map((group) => (
        <section key={group.key} aria-labelledby={`group-${group.key}`}>
          <GroupHead group={group} />
          <ul class="shells">
            {shownOf(group).map((shell) => (
              <li key={shell.id}>
                <ShellRow
                  shell={shell}
                  series={model.series.get(shell.id)}
                  now={model.now()}
                  isChosen={shell.id === model.chosen}
                  onPick={() => {
                    model.choose(shell.id);
                    onPick();
                  }}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {hidden > 0 && (
        <button type="button" class="quiet more" aria-expanded={isAll} onClick={() => setAll(!isAll)}>
          <Icon name={isAll ? "up" : "down"} />
          {isAll ? "Fewer that ended" : `${sayNumber(hidden)} more that ended`}
        </button>
      )}
    </nav>
  );
}

/** Who runs here, where, and behind which wall. */
function GroupHead({ group }: { readonly group: Group }): JSX.Element {
  const { host, session, running, ended } = group;
  const level = host?.view.sandbox?.containment;
  const isIdle = session !== undefined && session.busy === undefined && running.length === 0;
  const isNew = host !== undefined && session === undefined && running.length + ended.length === 0;
  return (
    <div class="group-head">
      <h3 id={`group-${group.key}`} class="cut">
        {host === undefined ? "Hosts that are gone" : <HostName host={host} />}
      </h3>
      {level !== undefined && (
        <span class={`badge ${level}`}>
          <Icon name="wall" />
          {level}
        </span>
      )}
      <Where group={group} />
      {session?.busy !== undefined && (
        <p class="where">
          <span class="dim">runs now</span>
          <Code text={session.busy.command.slice(0, 300)} look="cut" />
        </p>
      )}
      {isIdle && <p class="where dim">idle</p>}
      {isNew && <p class="where dim">ran no command yet</p>}
    </div>
  );
}

const HostName = ({ host: { view } }: { readonly host: WatchedHost }): JSX.Element => (
  <>
    <VisibleText text={view.client ?? `nacre ${view.app}`} />
    {view.workspace !== undefined && (
      <span class="dim">
        <VisibleText text={basename(view.workspace)} />
      </span>
    )}
  </>
);

/** The directory; and why the wall is less than full, in words. */
function Where({ group: { host, session } }: { readonly group: Group }): JSX.Element {
  const { containment, reasons = [] } = host?.view.sandbox ?? {};
  const where = session?.cwd ?? host?.view.workspace;
  return (
    <p class="where">
      {where !== undefined && <Code text={sayPath(where)} look="cut" />}
      {containment === "none" && <span class="bad">no sandbox around its commands</span>}
      {containment === "partial" && <span class="warn">{reasons.join("; ")}</span>}
      {host === undefined && <span class="dim">ended with their hosts; what they printed is kept</span>}
    </p>
  );
}
