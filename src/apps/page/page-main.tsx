/**
 * The page: what runs in the user's browser. Everything that others wrote (commands, names, output, messages) becomes a
 * text node; nothing here parses HTML.
 */
import { render } from "preact";
import type { SignedIn } from "./page-messages.ts";
import { Model } from "./state/model.ts";
import { App } from "./views/app.tsx";
import { listenForKeys } from "./views/shortcuts.tsx";
import { SignIn } from "./views/sign-in.tsx";
import { ModelProvider } from "./views/use-model.tsx";
import { callServer } from "./wire/call-server.ts";

const KEY = "key";
const root = document.body;

const showSignIn = (sentence: string | undefined): void => {
  localStorage.removeItem(KEY);
  render(<SignIn sentence={sentence} />, root);
};

function showPage(key: string): void {
  const model = new Model(key);
  render(
    <ModelProvider value={model}>
      <App onSignOut={showSignIn} />
    </ModelProvider>,
    root,
  );
  listenForKeys();
  model.start();
}

/** The code of a one-time link is in the fragment, which no server and no log sees. It leaves the address first. */
async function enter(code: string): Promise<void> {
  history.replaceState(undefined, "", "/enter");
  try {
    const { key }: SignedIn = await (await callServer("", "/api/enter", { code })).json();
    localStorage.setItem(KEY, key);
    location.replace("/");
  } catch (error) {
    showSignIn(error instanceof Error ? error.message : "The server does not answer.");
  }
}

const theme = localStorage.getItem("theme");
if (theme === "light" || theme === "dark") document.documentElement.dataset["theme"] = theme;
const key = localStorage.getItem(KEY);
if (location.pathname === "/enter" && location.hash.length > 1) void enter(location.hash.slice(1));
else if (key === null) showSignIn(undefined);
else showPage(key);
