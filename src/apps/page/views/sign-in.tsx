import type { JSX } from "preact";
import { Brand } from "./icon.tsx";

/** What a browser sees that is not signed in: how to come in, and nothing of what runs. */
export const SignIn = ({ sentence }: { readonly sentence: string | undefined }): JSX.Element => (
  <>
    <header class="top">
      <h1 class="brand">
        <Brand />
        nacre
      </h1>
    </header>
    <main class="middle">
      <div class="box">
        <h2>Sign in this browser</h2>
        {sentence !== undefined && (
          <p class="alert" role="alert">
            {sentence}
          </p>
        )}
        <ol class="steps">
          <li>
            In a terminal of the machine where nacre runs, type <code>nacre watch</code>. It opens this page signed in.
          </li>
          <li>
            Or open the link that <code>nacre watch --link</code> prints. Each link signs in one browser, once, within a
            minute.
          </li>
        </ol>
      </div>
    </main>
  </>
);
