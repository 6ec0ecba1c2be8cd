import { guideProject } from './support/guide-project.js';
import { haft, run, tsc } from './support/haft.js';
import { removeTemporaryFolders } from './support/temporary-folder.js';

afterAll(removeTemporaryFolders);

it('the project of docs/guide/resources-and-prompts builds, compiles, and prints what its page says [NEW-38]', () => {
  const { folder, expectedOutput } = guideProject('resources-and-prompts');
  expect(haft(folder, ['build'])).toEqual({ code: 0, out: '✓ wrote src/toolsets.gen.ts\n', err: '' });
  expect(tsc(folder)).toEqual({ code: 0, out: '', err: '' });
  expect(run(folder, ['dist/main.js'])).toEqual({ code: 0, out: expectedOutput, err: '' });
});
