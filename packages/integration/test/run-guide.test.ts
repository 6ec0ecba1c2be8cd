import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runNode, type CommandResult } from './toolchains/support/run-command.js';

const SCRIPT = new URL('../../../scripts/run-guide.mjs', import.meta.url).pathname;

const PAGE = `# A page

\`\`\`sh
mkdir inner
cd inner
\`\`\`

<!-- file: server.mjs -->

\`\`\`js
import { createServer } from 'node:http';
createServer((_request, response) => response.end('hello')).listen(process.env.PORT, () => console.log('listening'));
\`\`\`

<!-- starts: listening -->

\`\`\`sh
node server.mjs
\`\`\`

\`\`\`sh
basename "$PWD"
npm view haft name
node -e "fetch('http://localhost:3000').then((answer) => answer.text()).then(console.log)"
\`\`\`

<!-- prints -->

\`\`\`text
inner
...
hello
\`\`\`

\`\`\`ts
throw new Error('A block that is not marked is only shown.');
\`\`\`
`;

const PAGES = {
  'good.md': PAGE,
  'prints.md': PAGE.replace('...\nhello', 'haft\ngoodbye'),
  'fails.md': PAGE.replace('mkdir inner', 'false'),
  'ends.md': PAGE.replace("() => console.log('listening')", '() => process.exit(1)'),
};

describe('run-guide', () => {
  let folder: string;
  let followed: CommandResult;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'haft-guide-test-'));
    const files = Object.entries(PAGES).map(([name, text]) => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    });
    followed = runNode([SCRIPT, ...files], folder);
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it.each([
    ['follows a page, with the packages of this repository', /good\.md: 5 steps, all as the page says/],
    ['fails at the line where another text is printed', /prints\.md: line 27: it printed\ninner\nhaft\nhello/],
    ['fails at the line where a command fails', /fails\.md: line 3: exit code 1/],
    ['fails at the line where a server ends', /ends\.md: line 15: it ended with exit code 1/],
  ])('%s', (_what, expected) => {
    expect(followed.output).toMatch(expected);
  });

  it('has an exit code if a page fails', () => {
    expect(followed.status).toBe(1);
  });
});
