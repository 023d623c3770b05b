const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:40rem;margin:4rem auto;padding:0 1rem}code{background:#8882;padding:.1em .3em}</style>
</head>
<body>
${body}
</body>
</html>
`;

/** The page about this server, for a user with the token. */
export const aboutPage = ({ version, sandbox }: { readonly version: string; readonly sandbox: string }): string =>
  page(
    "nacre",
    `<h1>nacre ${version}</h1>
<p>A shell for AI agents. MCP clients connect to <code>/mcp</code> on this address (streamable HTTP) with the token as
<code>Authorization: Bearer …</code>.</p>
<p>Commands run in the sandbox <code>${sandbox}</code>.</p>`,
  );

/** The page for a user who has not entered the token yet. */
export const loginPage = (): string =>
  page(
    "nacre: token needed",
    `<h1>nacre</h1>
<p>Type the token of this server. It is in the file that <code>nacre serve</code> named when it started.</p>
<form method="post" action="/login">
<input name="token" type="password" autocomplete="off" autofocus required aria-label="Token"> <button>Open</button>
</form>`,
  );
