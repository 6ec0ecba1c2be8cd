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

describe('run-guide', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'haft-guide-test-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  const follow = (page: string): CommandResult => {
    writeFileSync(join(folder, 'page.md'), page);
    return runNode([SCRIPT, join(folder, 'page.md')], folder);
  };

  it('follows a page, with the packages of this repository', () => {
    const { status, output } = follow(PAGE);
    expect(output).toMatch(/5 steps, all as the page says/);
    expect(status).toBe(0);
  });

  it.each([
    ['another text is printed', PAGE.replace('...\nhello', 'haft\ngoodbye'), /line 27: it printed\ninner\nhaft\nhello/],
    ['a command fails', PAGE.replace('mkdir inner', 'false'), /line 3: exit code 1/],
    [
      'a server ends',
      PAGE.replace("() => console.log('listening')", '() => process.exit(1)'),
      /line 15: it ended with exit code 1/,
    ],
  ])('fails at the line where %s', (_what, page, expected) => {
    const { status, output } = follow(page);
    expect(output).toMatch(expected);
    expect(status).toBe(1);
  });
});
