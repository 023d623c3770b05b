import { lstatSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Steps } from "../../base/slices.ts";
import { gitDirectoryNamedBy } from "../../files/git-pointer.ts";
import { kindIn } from "../../files/kind-at.ts";
import { isInside } from "../../files/path-inside.ts";
import { inDirectory } from "../../files/pinned-directory.ts";
import { GUARDED_IN_GIT, SEALED_NAMES } from "../../knowledge/guarded-places.ts";
import type { Seal } from "../view/seal.ts";
import { CommandMadeSecrets } from "./command-made-secrets.ts";
import type { SealMounts } from "./followed-seal.ts";
import { GIT_CONFIGS } from "./git/git-run-points.ts";
import { MadeRepositories } from "./git/made-repositories.ts";
import { RebaseTodos } from "./git/rebase-todos.ts";
import { UserGitConfigs } from "./git/user-git-configs.ts";
import type { GuardOptions } from "./guard-options.ts";
import { refuseTooMany } from "./refuse-unsealable.ts";
import { Removals } from "./removals.ts";
import { SealRegistry } from "./seal-registry.ts";
import { DirectoryChanges } from "./search/directory-changes.ts";
import { KnownRepositories } from "./search/known-repositories.ts";
import { LinkedRepositories } from "./search/linked-repositories.ts";
import { inScope, isInScope, LookScope, type Scope } from "./search/look-scope.ts";
import { NameWatch } from "./search/name-watch.ts";
import type { WorkspaceFinds } from "./search/workspace-scan.ts";
import { WorkspaceSearch } from "./search/workspace-search.ts";
import { UserPointers } from "./user-pointers.ts";
import { closedIn, isOpened, openingsIn } from "./writable-exceptions.ts";

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
  #hasScanned = false;
  #sealed: WorkspaceFinds | undefined;
  readonly removals: Removals;
  readonly #watch: NameWatch;
  readonly scope: LookScope;
  #disarming: Promise<readonly string[]> = Promise.resolve([]);

  constructor(options: GuardOptions) {
    this.#options = options;
    this.search = new WorkspaceSearch(options.workspace);
    this.#seals = new SealRegistry(options.workspace, options.followsLater !== true);
    this.#repositories = new KnownRepositories(options.workspace);
    this.#linked = new LinkedRepositories(options.workspace, this.search);
    const [search, hide] = [this.search, (path: string): void => this.#hide(path)];
    this.#pointers = new UserPointers({ ...options, seals: this.#seals, search, hide });
    this.removals = new Removals(options);
    this.#made = new MadeRepositories({
      changes: this.#changes,
      isInPlace: (gitDirectory) => kindIn(options.workspace, gitDirectory) === "directory",
      isGuarded: (gitDirectory) => this.#repositories.gitDirectories.has(gitDirectory),
      remove: (path, why) => this.removals.take(path, why),
      onDisarmed: (path, settings) => this.removals.noteDisarmed(path, settings),
    });
    this.#rebases = new RebaseTodos({
      ...options,
      repositories: this.#repositories.gitDirectories,
      removals: this.removals,
    });
    const isUrgent = (): boolean => !options.isIdle(); // what the user makes is sealed before the next command
    const onName = (path: string): void => void (isUrgent() && this.#sealOrRemove(path));
    this.#watch = new NameWatch(onName, (directories) => {
      if (isUrgent()) this.#refresh(directories);
      if (isUrgent() && this.#seals.takeChanged()) options.onChanged();
    });
    this.#watch.add(options.workspace, SEALED_NAMES);
    const [watch, repositories, seals] = [this.#watch, this.#repositories, this.#seals];
    this.scope = new LookScope({ workspace: options.workspace, search, watch, repositories, seals });
    for (const path of options.guard ?? []) this.#seals.addWithWay(path);
  }

  /** Seals what the user's configurations have git obey or run. */
  async followConfigs(): Promise<void> {
    for (const path of await this.#configs.takeTargets(this.#options.workspace)) this.#pointers.addTarget(path);
  }

  /** Looks everywhere before the first command: what lies there is the user's. A fault when it cannot all be sealed. */
  *begin(): Steps<void> {
    yield* this.search.sweep({ onFound: () => undefined });
    for (const path of this.search.finds().links) this.#pointers.addLink(path);
    yield* this.#linked.look(() => undefined);
    this.sealAll();
    for (const path of this.#repositories.gitDirectories)
      for (const name of GIT_CONFIGS) this.#configs.remember(join(path, name));
    this.#rebases.lookBefore();
    this.#hasScanned = true;
  }

  /** Looks everywhere, and protects what is new. Opens what a command closed if `takesRights`. */
  *lookEverywhere(takesRights: boolean): Steps<void> {
    if (!this.#hasScanned) return yield* this.begin();
    const onFound = (finds: WorkspaceFinds): void => this.#protectFound(finds);
    const { hasChanged, closed, opened } = yield* this.search.sweep({ onFound, takesRights });
    yield* this.#linked.look(onFound);
    if (takesRights) this.removals.noteClosed(closed);
    this.removals.noteOpened(opened);
    if (hasChanged || this.scope.isSmall) this.#refresh();
    if (this.#made.markChanged(() => true)) this.#seals.markChanged();
  }

  /** Seals everything that was found, before a shell starts. A fault when there is more than can be sealed. */
  sealAll(): void {
    const finds = this.search.finds();
    if (finds === this.#sealed) return;
    refuseTooMany(finds);
    this.#sealed = finds;
    this.#seals.outdate();
    for (const path of finds.gitDirectories) {
      if (this.#hasScanned && !this.#repositories.gitDirectories.has(path)) this.#markArmed(path);
      this.#watchRepository(path);
    }
    for (const path of [...finds.gitDirectories, ...finds.between]) this.#seals.add(path, "fixed");
    for (const path of finds.guarded) {
      const isNamed = SEALED_NAMES.includes(basename(path)) && this.#repositories.tops.has(dirname(path));
      if (this.#hasScanned && isNamed) this.#sealOrRemove(path);
      else if (!isOpened(path, this.#options.write)) this.#seals.add(path, "read-only");
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

  /** Call before a command: the user made what is new, unless something still runs. */
  *lookBefore(): Steps<void> {
    yield* this.search.sweep({ onFound: (finds) => this.#protectFound(finds), only: this.scope.near() });
    this.lookAtOnce();
    const secrets = this.#commandMade.notAsLeft(this.search.secrets()).filter((path) => !this.#seals.has(path));
    for (const path of secrets.length > 0 && this.#options.looksIdle() ? secrets : []) this.#hide(path);
  }

  /** The part of a look that takes no time, however much lies in the workspace. */
  lookAtOnce(): void {
    const scope = this.scope.directories();
    this.#refresh(scope);
    this.#sealOrRemoveNew(scope);
    this.#rebases.lookBefore(isInScope(scope));
    this.removals.forgive(this.#options.looksIdle);
  }

  /**
   * Call after a command: the command made what is new. Looks everywhere in a small workspace, else at its top and where
   * the watch saw something. Returns whether git did something: the user's git obeys what it finds in a new submodule.
   */
  *lookAfter(takesRights: boolean): Steps<boolean> {
    const seen = this.#watch.takeSeen();
    const scope = this.scope.directories(seen);
    const indexes = inScope(this.#repositories.gitDirectories, scope).map((path) => join(path, "index"));
    const isGitAtWork = this.#changes.takeAny(indexes);
    this.#refresh(scope);
    if (this.scope.isSmall) yield* this.lookEverywhere(takesRights);
    else yield* this.search.sweep({ onFound: (finds) => this.#protectFound(finds), only: this.scope.near(seen) });
    if (this.#made.markChanged(isInScope(scope))) this.#seals.markChanged();
    this.#commandMade.rememberAll(this.search.secrets());
    this.#sealOrRemoveNew(scope);
    this.#rebases.lookAfter(isInScope(scope));
    return isGitAtWork;
  }

  #protectFound({ gitPointers, links }: WorkspaceFinds): void {
    for (const path of [...gitPointers, ...links]) if (basename(path) === ".git") this.#protectRepository(path);
  }

  /**
   * Takes out of the repositories that commands made whatever git would run by itself. They are sealed first, so that
   * it stays out.
   */
  disarm(): Promise<readonly string[]> {
    // One at a time: two would undo each other's work on one file.
    this.#disarming = this.#disarming.then(async () => {
      await this.#made.disarm();
      await this.followConfigs();
      const disarmed = await this.#configs.disarm(this.#options.workspace, this.#options.endWork);
      return [...this.removals.takeNotices(), ...disarmed];
    });
    return this.#disarming;
  }

  #markArmed(gitDirectory: string): void {
    this.#made.add(gitDirectory);
    this.#seals.markChanged();
  }

  /** Call when no process is left. */
  close(): void {
    this.#rebases.disarm();
    this.#watch.close();
    this.#seals.close();
  }

  /** Treats another file under the path of a sealed one as new. */
  #refresh(scope?: Scope): void {
    const displaced = this.#seals.refresh(scope);
    for (const path of this.#seals.takeReplaced()) this.#configs.onReplaced(path, this.#options.isIdle());
    for (const path of displaced) {
      const isRepository = this.#repositories.delete(path);
      if (this.#seals.has(path)) continue; // it came back with its repository
      if (isRepository || basename(path) === ".git") this.#protectRepository(path);
      else if ([...SEALED_NAMES, ...GUARDED_IN_GIT].includes(basename(path))) this.#sealOrRemove(path);
    }
  }

  #sealOrRemoveNew(scope: Scope): void {
    const changed = (all: ReadonlySet<string>): readonly string[] =>
      inScope(all, scope).filter((place) => this.#changes.since(place));
    const places = changed(this.#repositories.tops);
    for (const place of places) for (const name of SEALED_NAMES) this.#sealOrRemove(join(place, name));
    const gitDirectories = changed(this.#repositories.gitDirectories);
    for (const one of gitDirectories) for (const name of GUARDED_IN_GIT) this.#sealOrRemove(join(one, name));
    this.#changes.markSeen([...places, ...gitDirectories]);
    for (const path of this.#pointers.targets) this.#sealOrRemove(path);
  }

  /** Hides a file of secrets, as far as the operator did not open it. */
  #hide(path: string): void {
    const { read, write } = this.#options;
    if (!isOpened(path, write)) this.#seals.add(path, isOpened(path, read) ? "read-only" : "hidden");
  }

  /** A guarded path that may be new: seals what the user made, takes away what a command made. */
  #sealOrRemove(path: string): void {
    if (this.#seals.has(path) || this.#pointers.isUsersLink(path) || isOpened(path, this.#options.write)) return;
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return;
    const stat = inDirectory(dirname(path), (held) => lstatSync(join(held, basename(path)), { throwIfNoEntry: false }));
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
    const stat = lstatSync(pointer, { throwIfNoEntry: false });
    if (stat === undefined || this.#repositories.gitDirectories.has(pointer) || this.#seals.has(pointer)) return;
    if (this.#pointers.isUsersLink(pointer)) return;
    if (stat.isSymbolicLink()) return this.#meetLink(pointer);
    if (kindIn(this.#options.workspace, pointer) === "link") return; // a parent is a link: the repository lies elsewhere
    const gitDirectory = stat.isDirectory() ? pointer : gitDirectoryNamedBy(pointer);
    if (gitDirectory === undefined || !isInside(gitDirectory, this.#options.workspace))
      return this.removals.take(pointer, "it leads to a repository outside the workspace");
    if (!this.#repositories.gitDirectories.has(gitDirectory) && !this.#options.isIdle()) this.#markArmed(gitDirectory);
    this.#watchRepository(gitDirectory);
    this.#seals.add(gitDirectory, "fixed");
    if (!stat.isDirectory()) this.#seals.add(pointer, "read-only");
    this.#sealAll(gitDirectory, GUARDED_IN_GIT);
    // A clone keeps the guarded names it came with; in the workspace itself they were taken away when they came.
    if (dirname(pointer) !== this.#options.workspace) this.#sealAll(dirname(pointer), SEALED_NAMES);
  }

  #meetLink(pointer: string): void {
    if (this.#options.isIdle()) this.#pointers.addLink(pointer);
    else this.removals.take(pointer, "it is a link in the place of a repository");
  }

  #sealAll(directory: string, names: readonly string[]): void {
    for (const path of closedIn(directory, names, this.#options.write)) this.#seals.add(path, "read-only");
  }

  /** Watches a repository, so that the guard sees a guarded name in it at once. */
  #watchRepository(gitDirectory: string): void {
    this.#repositories.add(gitDirectory);
    this.#watch.add(gitDirectory, GUARDED_IN_GIT);
    if (isInside(dirname(gitDirectory), this.#options.workspace)) this.#watch.add(dirname(gitDirectory), SEALED_NAMES);
  }
}
