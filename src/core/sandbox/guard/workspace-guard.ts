import { basename, dirname, join } from "node:path";
import { doAtOnce, type Steps } from "../../base/slices.ts";
import { gitDirectoryAt } from "../../files/git-pointer.ts";
import { kindIn, statAt } from "../../files/kind-at.ts";
import { isInside } from "../../files/path-inside.ts";
import { inDirectory } from "../../files/pinned-directory.ts";
import { GUARDED_IN_GIT, SEALED_NAMES } from "../../knowledge/guarded-places.ts";
import type { Seal } from "../view/seal.ts";
import { CommandMadeSecrets } from "./command-made-secrets.ts";
import type { SealMounts } from "./followed-seal.ts";
import { Disarming } from "./git/disarming.ts";
import { GIT_CONFIGS } from "./git/git-run-points.ts";
import { MadeRepositories } from "./git/made-repositories.ts";
import { RebaseTodos } from "./git/rebase-todos.ts";
import { UserGitConfigs } from "./git/user-git-configs.ts";
import type { GuardOptions } from "./guard-options.ts";
import { LiftedSeals } from "./lifted-seals.ts";
import { refuseTooMany } from "./refuse-unsealable.ts";
import { Removals } from "./removals.ts";
import { type Maker, SealRegistry } from "./seal-registry.ts";
import { takeChangedNames } from "./search/changed-names.ts";
import { DirectoryChanges } from "./search/directory-changes.ts";
import { KnownRepositories } from "./search/known-repositories.ts";
import { LinkedRepositories } from "./search/linked-repositories.ts";
import { inScope, isInScope, LookScope, type Scope } from "./search/look-scope.ts";
import { NameWatch } from "./search/name-watch.ts";
import { repositoriesIn, type WorkspaceFinds } from "./search/workspace-scan.ts";
import { WorkspaceSearch } from "./search/workspace-search.ts";
import { UserPointers } from "./user-pointers.ts";
import { closedOf, isOpened, openingsIn } from "./writable-exceptions.ts";

/**
 * Knows what must be sealed in a workspace, and what must not appear in it: a mount covers only what exists, and a
 * placeholder would lie about in the project. So the guard takes a guarded name away the moment a command creates it,
 * and ends a command that goes on creating it; it seals one that the user creates; and it disarms and seals a repository
 * that appears before the next command. Commands can move and link what it looks at: it changes all by descriptor.
 */
export class WorkspaceGuard {
  readonly #options: GuardOptions;
  readonly search: WorkspaceSearch;
  readonly #seals: SealRegistry;
  readonly #changes = new DirectoryChanges();
  readonly #commandMade = new CommandMadeSecrets();
  readonly #configs = new UserGitConfigs();
  readonly #pointers: UserPointers;
  readonly #linked: LinkedRepositories;
  readonly #repositories: KnownRepositories;
  readonly #made: MadeRepositories;
  readonly #rebases: RebaseTodos;
  /** The `.git` of repositories that appeared while a command runs: it is not done with their settings. */
  readonly #young = new Set<string>();
  #isAmidst = false;
  #hasScanned = false;
  #sealed: WorkspaceFinds | undefined;
  readonly removals: Removals;
  readonly #watch: NameWatch;
  readonly scope: LookScope;
  readonly lifts: LiftedSeals;
  /** What is disarmed is sealed first, so that it stays so. */
  readonly disarming: Disarming;

  constructor(options: GuardOptions) {
    this.#options = options;
    const { workspace } = options;
    this.search = new WorkspaceSearch(workspace);
    this.#seals = new SealRegistry(workspace, options.followsLater !== true);
    this.#repositories = new KnownRepositories(workspace);
    this.#linked = new LinkedRepositories(workspace, this.search);
    this.removals = new Removals(options);
    const [search, repositories, seals, removals] = [this.search, this.#repositories, this.#seals, this.removals];
    this.#pointers = new UserPointers({ ...options, seals, search, hide: (path) => this.#hide(path) });
    this.#made = new MadeRepositories({
      changes: this.#changes,
      isInPlace: (gitDirectory) => kindIn(workspace, gitDirectory) === "directory",
      isGuarded: (path) => repositories.gitDirectories.has(path) || this.#young.has(path),
      remove: (path, why) => removals.take(path, why),
      onDisarmed: (path, settings) => removals.noteDisarmed(path, settings),
    });
    const [made, configs, pointers] = [this.#made, this.#configs, this.#pointers];
    this.disarming = new Disarming({ ...options, made, configs, removals, pointers });
    this.#rebases = new RebaseTodos({ ...options, repositories: repositories.gitDirectories, removals });
    const isUrgent = (): boolean => !options.isIdle(); // what the user makes is sealed before the next command
    const watch = new NameWatch(
      (path) => void (isUrgent() && this.#sealOrRemove(path)),
      (directories) => {
        this.lifts.look(directories);
        if (isUrgent()) this.#refresh(directories);
        if (isUrgent() && seals.takeChanged()) options.onChanged();
      },
    );
    this.#watch = watch;
    this.scope = new LookScope({ workspace, search, watch, repositories, seals });
    this.lifts = new LiftedSeals({ ...options, seals, watch, repositories, onLowered: this.#markArmed });
    watch.add(workspace, SEALED_NAMES);
    for (const path of options.guard ?? []) seals.addWithWay(path);
  }

  /** Looks everywhere before the first command: what lies there is the user's. A fault when it cannot all be sealed. */
  *begin(): Steps<void> {
    yield* this.search.sweep({ onFound: () => undefined });
    for (const path of this.search.finds().links) this.#pointers.addLink(path);
    yield* this.#linked.look(() => undefined);
    yield* this.sealAll();
    for (const path of this.#repositories.gitDirectories)
      for (const name of GIT_CONFIGS) yield this.#configs.remember(join(path, name));
    this.#rebases.lookBefore();
    this.#hasScanned = true;
  }

  /** Looks everywhere, and protects what is new. Opens what a command closed if `takesRights`. */
  *lookEverywhere(takesRights: boolean, isRefreshed = false): Steps<void> {
    if (!this.#hasScanned) return yield* this.begin();
    const { hasChanged, closed, opened } = yield* this.search.sweep({ onFound: this.#protectFound, takesRights });
    yield* this.#linked.look(this.#protectFound);
    if (takesRights) this.removals.noteClosed(closed);
    this.removals.noteOpened(opened);
    if (hasChanged || (this.scope.isSmall && !isRefreshed)) this.#refresh();
    if (yield* this.disarming.look(this.#options.isIdle())) this.#seals.markChanged();
  }

  /** Seals everything that was found, before a shell starts. A fault when there is more than can be sealed. */
  *sealAll(): Steps<void> {
    const finds = this.search.finds();
    if (finds === this.#sealed) return;
    refuseTooMany(finds);
    this.#sealed = finds;
    const by = this.#maker();
    this.#seals.outdate();
    const inner = finds.gitDirectories.filter((path) => path !== this.#options.workspace);
    for (const path of this.#hasScanned ? inner : finds.gitDirectories) {
      if (this.#hasScanned && !this.#repositories.gitDirectories.has(path)) this.#markArmed(path);
      yield this.#watchRepository(path);
    }
    for (const path of [...inner, ...finds.between]) yield this.#seals.add(path, "fixed", by);
    for (const path of finds.guarded) {
      const isNamed = SEALED_NAMES.includes(basename(path)) && this.#repositories.tops.has(dirname(path));
      if (this.#hasScanned && isNamed) this.#sealOrRemove(path);
      else if (!isOpened(path, this.#options.write)) this.#seals.add(path, "read-only", by);
      yield;
    }
    for (const path of finds.secret) this.#hide(path);
  }

  /** Everything that must be sealed now, outer directories first. */
  seals(): readonly Seal[] {
    if (this.scope.isSmall) this.#refresh();
    const seals = this.#seals.list();
    return [...seals, ...openingsIn(seals, this.#options)];
  }

  /** The state of the seals. */
  get registry(): Pick<SealRegistry, "version" | "lost" | "takeChanged"> {
    return this.#seals;
  }

  /** Follows sealed files by these mounts, where they have one. False when those of an earlier keeper are needed. */
  follow(mounts?: SealMounts): boolean {
    if (!this.#seals.isFollowedBy(mounts)) this.#refresh();
    return this.#seals.follow(mounts);
  }

  /** Call with true when commands run from now on: repositories that appear are disarmed, and sealed when it is false. */
  amidst(isAmidst: boolean): void {
    this.#isAmidst = isAmidst;
    for (const pointer of isAmidst ? [] : this.#young) this.#protectRepository(pointer);
    if (!isAmidst) this.#young.clear();
  }

  /** Call before a command: the user made what is new, unless something still runs. */
  *lookBefore(): Steps<void> {
    this.amidst(false);
    yield* this.search.sweep({ onFound: this.#protectFound, only: this.scope.near() });
    this.lookAtOnce();
    const secrets = this.#commandMade.notAsLeft(this.search.secrets()).filter((path) => !this.#seals.has(path));
    for (const path of secrets.length > 0 && this.#options.looksIdle() ? secrets : []) this.#hide(path);
  }

  /** The part of a look that takes no time, however much lies in the workspace. */
  lookAtOnce(): void {
    const scope = this.scope.directories();
    this.#refresh(scope);
    if (doAtOnce(this.disarming.look(this.#options.isIdle(), isInScope(scope)))) this.#seals.markChanged();
    this.#sealOrRemoveNew(scope);
    this.#rebases.lookBefore(isInScope(scope));
    this.removals.forgive(this.#options.looksIdle);
  }

  /**
   * Call after a command: the command made what is new. Looks everywhere in a small workspace, else at its top and where
   * the watch saw something. Returns whether git did something: the user's git obeys what it finds in a new submodule.
   */
  *lookAfter(takesRights: boolean): Steps<boolean> {
    this.amidst(false);
    const seen = this.#watch.takeSeen();
    const scope = this.scope.directories(seen);
    const indexes = inScope(this.#repositories.gitDirectories, scope).map((path) => join(path, "index"));
    const isGitAtWork = this.#changes.takeAny(indexes);
    this.#refresh(scope);
    const { isSmall } = this.scope;
    if (isSmall) yield* this.lookEverywhere(takesRights, scope === undefined);
    else yield* this.search.sweep({ onFound: this.#protectFound, only: this.scope.near(seen) });
    if (!isSmall && (yield* this.disarming.look(false, isInScope(scope)))) this.#seals.markChanged();
    this.#commandMade.rememberAll(this.search.secrets());
    this.#sealOrRemoveNew(scope);
    this.#rebases.lookAfter(isInScope(scope));
    return isGitAtWork;
  }

  readonly #protectFound = (finds: WorkspaceFinds): void => {
    for (const path of repositoriesIn(finds, this.#options.workspace)) this.#protectRepository(path);
  };

  readonly #markArmed = (gitDirectory: string): void => {
    this.#made.add(gitDirectory);
    this.#seals.markChanged();
  };

  /** Call when no process is left. */
  close(): void {
    this.#rebases.disarm();
    this.lifts.close();
    this.#watch.close();
    this.#seals.close();
  }

  /** Treats another file under the path of a sealed one as new. */
  #refresh(scope?: Scope): void {
    const displaced = this.#seals.refresh(scope);
    for (const path of this.#seals.takeReplaced()) this.#configs.onReplaced(path, this.#options.isIdle());
    for (const path of this.#seals.takeForgotten()) if (!displaced.includes(path)) this.#repositories.delete(path);
    for (const path of displaced) {
      const isRepository = this.#repositories.delete(path);
      if (this.#seals.has(path)) continue; // it came back with its repository
      if (isRepository || basename(path) === ".git") this.#protectRepository(path);
      else if ([...SEALED_NAMES, ...GUARDED_IN_GIT].includes(basename(path))) this.#sealOrRemove(path);
    }
  }

  #sealOrRemoveNew(scope: Scope): void {
    for (const path of takeChangedNames(this.#repositories, this.#changes, scope)) this.#sealOrRemove(path);
    for (const path of this.#pointers.targets) this.#sealOrRemove(path);
  }

  /** Hides a file of secrets, as far as the operator did not open it. */
  #hide(path: string): void {
    const { read, write } = this.#options;
    const by = this.#commandMade.notAsLeft([path]).length === 0 ? "commands" : "user";
    if (!isOpened(path, write)) this.#seals.add(path, isOpened(path, read) ? "read-only" : "hidden", by);
  }

  /** A guarded path that may be new: seals what the user made, takes away what a command made. */
  #sealOrRemove(path: string): void {
    if (this.#seals.has(path) || this.#pointers.isUsersLink(path) || isOpened(path, this.#options.write)) return;
    if (statAt(path) === undefined) return;
    const stat = inDirectory(dirname(path), (held) => statAt(join(held, basename(path))));
    if (stat === undefined) return;
    const isIdle = this.#options.isIdle();
    const isKnown = this.#configs.onReplaced(path, isIdle);
    if (!isIdle && !(isKnown && stat.isFile()) && !this.removals.isRestored(path))
      return this.removals.take(path, "people's tools run or obey it without asking");
    if (stat.isSymbolicLink()) this.#pointers.addLink(path);
    else this.#seals.add(path, "read-only");
  }

  /** Protects a repository that a command made: git must not run anything in it, and no command may change that. */
  #protectRepository(pointer: string): void {
    const stat = statAt(pointer);
    if (stat === undefined || this.#isProtected(pointer)) return;
    const isIdle = this.#options.isIdle();
    if (pointer === this.#options.workspace)
      return isIdle ? undefined : this.removals.take(join(pointer, "HEAD"), "it makes the workspace a git directory");
    if (stat.isSymbolicLink()) {
      const why = "it is a link in the place of a repository";
      return isIdle ? this.#pointers.addLink(pointer) : this.removals.take(pointer, why);
    }
    if (kindIn(this.#options.workspace, pointer) === "link") return; // a parent is a link: the repository lies elsewhere
    const gitDirectory = gitDirectoryAt(pointer, stat.isDirectory());
    if (gitDirectory === undefined && this.#isAmidst) return void this.#young.add(pointer); // half written
    if (gitDirectory === undefined || !isInside(gitDirectory, this.#options.workspace))
      return this.removals.take(pointer, "it leads to a repository outside the workspace");
    if (!this.#repositories.gitDirectories.has(gitDirectory) && !isIdle) this.#markArmed(gitDirectory);
    if (this.#isAmidst) return void this.#young.add(pointer);
    this.#watchRepository(gitDirectory);
    this.#seals.addRepository(gitDirectory, closedOf(pointer, gitDirectory, this.#options), this.#maker());
  }

  readonly #isProtected = (pointer: string): boolean =>
    this.#repositories.gitDirectories.has(pointer) || this.#seals.has(pointer) || this.#pointers.isUsersLink(pointer);

  /** Who made what is new now. */
  readonly #maker = (): Maker => (this.#hasScanned && !this.#options.isIdle() ? "commands" : "user, if new");

  /** Watches a repository, so that the guard sees a guarded name in it at once. */
  #watchRepository(gitDirectory: string): void {
    this.#repositories.add(gitDirectory);
    this.#watch.add(gitDirectory, GUARDED_IN_GIT);
    if (isInside(dirname(gitDirectory), this.#options.workspace)) this.#watch.add(dirname(gitDirectory), SEALED_NAMES);
  }
}
