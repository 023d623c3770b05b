import { expect, test } from "vitest";
import { judge } from "../../../../src/core/policy/judge.ts";
import { PLACE } from "../../../attacks/shared-corpus.ts";

const rulesOf = (command: string): readonly string[] => judge(command, PLACE).findings.map(({ rule }) => rule);
const python = `cat > conftest.py <<'END'\nimport os\nos.system("rm -rf /etc")\nEND\n`;

test.each([
  "printf 'all:\\n\\trm -rf /etc\\n' > Makefile; make",
  "printf 'all: b\\nb:\\n\\t@rm -rf /etc\\n' > Makefile; make -j4",
  `echo '{"scripts":{"x":"rm -rf /etc"}}' > package.json; npm run x`,
  `echo '{"scripts":{"pretest":"rm -rf /etc"}}' > package.json; npm test`,
  `echo '{"scripts":{"x":"npm run y","y":"rm -rf /etc"}}' > package.json; yarn x`,
  `echo '{"scripts":{"postinstall":"rm -rf /etc"}}' > package.json; npm ci`,
  `echo '{"scripts":{"x":"rm -rf /etc"}}' > composer.json; composer run-script x`,
  `echo '{"scripts":{"x": "ls", "postx": "rm -rf /etc"}}' > package.json; npm run x`,
  `echo '{"scripts":{"test":"rm -rf /etc"}}' > package.json; npm -C . t && npm test`,
  `echo '{"scripts":{"preinstall":"rm -rf /etc"}}' > package.json; npm -C . i`,
  `mkdir app; echo '{"scripts":{"x":"rm -rf /etc"}}' > app/package.json; npm --prefix app run x`,
  `mkdir app; echo '{"scripts":{"x":"rm -rf /etc"}}' > app/package.json; yarn --cwd=app x`,
  `mkdir lib; echo '{"scripts":{"x":"rm -rf /etc"}}' > lib/composer.json; composer -d lib run-script x`,
  `${python}pytest`,
  "mkdir bin; echo 'rm -rf /etc' > bin/tidy; PATH=$PWD/bin:$PATH; tidy",
  "mkdir bin; echo 'rm -rf /etc' > bin/ls; PATH=$PWD/bin:$PATH ls",
  "echo 'rm -rf /etc' > x.sh; find . -name x.sh -exec bash {} \\;",
  "echo 'e rm -rf /etc' > x.sed; sed -f x.sed notes",
  "echo 'rm -rf /etc' > gradlew; chmod +x gradlew; ./gradlew test",
  "echo 'rm -rf /etc' > ls; chmod +x ls; ./ls",
  "echo 'rm -rf /etc' > test; ./test",
  "ls() { :; }; echo 'rm -rf /etc' > ls; ./ls",
  "mkdir bin; echo 'rm -rf /etc' > bin/npm; bin/npm test",
  `echo 'import os; os.system("rm -rf /etc")' > manage.py; python manage.py migrate`,
])("%s", (command) => expect(rulesOf(command)).toContain("delete-vital"));

test.each([
  "printf 'all:\\n\\tls\\nwipe:\\n\\trm -rf /etc\\n' > Makefile; make",
  "printf 'CFLAGS = -O2\\napp: main.c\\n\\t$(CC) $(CFLAGS) -o $@ $<\\nclean:\\n\\t$(RM) app *.o\\n' > Makefile; make && make clean",
  `echo '{"scripts":{"x":"rm -rf dist","y":"rm -rf /etc"}}' > package.json; npm run x && npm view left-pad`,
  "echo 'rm -rf /etc' > bin/ls; ls",
  `echo '{"scripts":{"x":"rm -rf /etc"}}' > package.json; npm run y`,
  `echo '{"scripts":{"x":"rm -rf /etc"}}' > package.json; mkdir app; npm --prefix app run x`,
  `echo '{"scripts":{"x":"vitest run"}}' > package.json; npm run x`,
  "npm run build",
  "./gradlew test && ../../gradlew build && ./node_modules/.bin/eslint .",
  "python3 -m venv /tmp/v && /tmp/v/bin/pip install x",
])("%s is ordinary", (command) => expect(rulesOf(command)).toEqual(["ordinary"]));
