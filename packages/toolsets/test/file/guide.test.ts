import { createRuntime } from '@haft/runtime';
import { fileToolset } from '../../src/file/index.js';
import { folderWith, removeFolders } from './support/file-run.js';

afterAll(removeFolders);

it('reads and edits several files, as the guide shows', async () => {
  const root = folderWith({
    'src/user.ts': 'export const getUser = 1;\n',
    'src/main.ts': "import { getUser } from './user'\ngetUser()\ngetUsers()\n",
    'docs/a.md': 'See getUser.\nGETUSER\n',
  });
  const run = createRuntime({ toolsets: fileToolset({ root }) }).startRun();
  // #region read
  const read = await run.call('file_read', { paths: ['src/main.ts:1-2', 'docs/*.md', 'gone.md'] });
  // === src/main.ts, lines 1 to 2 of 3:
  // import { getUser } from './user'
  // getUser()
  // === docs/a.md, 2 lines:
  // See getUser.
  // GETUSER
  // === There is no gone.md. Call file_list to see what exists.
  // #endregion read
  expect(read.text).toBe(
    "=== src/main.ts, lines 1 to 2 of 3:\nimport { getUser } from './user'\ngetUser()\n" +
      '=== docs/a.md, 2 lines:\nSee getUser.\nGETUSER\n=== There is no gone.md. Call file_list to see what exists.\n',
  );
  // #region edit
  const edit = await run.call('file_edit', {
    path: '{src,docs}/**',
    edits: [{ old: 'getUser', new: 'findUser', word: true }],
  });
  // 4 replacements in 3 files:
  // docs/a.md: 1
  // src/main.ts: 2
  // src/user.ts: 1
  // Longer words, not replaced: getUsers (1).
  // Similar, not replaced:
  //  docs/a.md:2: GETUSER
  // #endregion edit
  expect(edit.text).toBe(
    '4 replacements in 3 files:\ndocs/a.md: 1\nsrc/main.ts: 2\nsrc/user.ts: 1\n' +
      'Longer words, not replaced: getUsers (1).\nSimilar, not replaced:\n docs/a.md:2: GETUSER',
  );
});
