/** Tools that projects run through `npx`, `uvx` and the like every day. Any other package is fetched from an unknown author. */
export const KNOWN_RUNNERS: ReadonlySet<string> = new Set(
  `
tsc tsx ts-node typescript eslint prettier jest vitest mocha ava tap c8 nyc playwright cypress rimraf del-cli mkdirp shx cpx cpy concurrently npm-run-all npm-run-all2 run-s run-p wait-on cross-env dotenv dotenv-cli nodemon vite rollup webpack webpack-cli esbuild swc @swc/cli parcel tsup unbuild tsdown rolldown babel @babel/cli sass less postcss tailwindcss @tailwindcss/cli autoprefixer
next nuxt nuxi astro remix gatsby svelte-kit @sveltejs/kit sv ng @angular/cli vue vue-cli-service @vue/cli react-scripts react-native expo ember storybook sb start-storybook build-storybook typedoc jsdoc vuepress vitepress docusaurus @docusaurus/core
turbo nx lerna rush taskr changeset @changesets/cli husky lint-staged commitlint @commitlint/cli commitizen cz knip depcheck npm-check-updates ncu publint attw @arethetypeswrong/cli madge size-limit bundlesize license-checker syncpack sort-package-json biome @biomejs/biome oxlint rome stylelint xo standard markdownlint markdownlint-cli markdownlint-cli2 cspell alex textlint dprint
prisma drizzle-kit typeorm sequelize sequelize-cli knex mikro-orm graphql-codegen @graphql-codegen/cli openapi-typescript openapi-generator-cli swagger-cli redocly @redocly/cli json-server http-server serve msw zod-to-json-schema quicktype protoc buf ts-proto
node-gyp pkg nexe ncc @vercel/ncc patch-package yarn-deduplicate yalc verdaccio tsd dtslint expect-type type-coverage ts-prune unimported jscodeshift codemod karma jasmine qunit testcafe wdio webdriverio nightwatch puppeteer lighthouse lhci pa11y axe percy chromatic loki reg-suit allure
pnpm npm yarn node semver nodemon pm2 forever ts-jest babel-jest jest-cli stryker @stryker-mutator/core license-report envinfo browserslist update-browserslist-db caniuse svgo imagemin sharp-cli terser uglifyjs uglify-js clean-css csso html-minifier html-validate pug ejs mustache handlebars marked remark rehype mdx
create-vite create-react-app create-next-app create-svelte create-vue create-astro create-remix create-nuxt-app create-t3-app create-expo-app create-electron-app create-turbo create-nx-workspace create-docusaurus create-playwright create-eslint-config create-vitest @eslint/create-config create-@eslint/config create-@vitejs/app create-solid create-qwik create-hono create-tauri-app create-mf-app create-preact create-lit
ruff black isort flake8 mypy pyright pytest pylint bandit pre-commit tox nox coverage sphinx-build mkdocs twine build poetry hatch pdm uv cookiecutter jupyter ipython httpie pip-audit pip-compile pip-tools vulture pyupgrade autopep8 yapf djlint sqlfluff codespell towncrier invoke rich-cli ty basedpyright pdoc interrogate radon
electron electron-builder electron-forge tauri cap capacitor ionic cordova wrangler vercel netlify serverless sls sst cdk aws-cdk firebase supabase hardhat truffle ganache forge
`
    .trim()
    .split(/\s+/),
);
