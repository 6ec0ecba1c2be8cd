import { guideProject } from './support/guide-project.js';
import { haft, run, tsc } from './support/haft.js';
import { removeTemporaryFolders } from './support/temporary-folder.js';

afterAll(removeTemporaryFolders);

test('the code of the README builds, compiles with strict types and prints what the README shows', () => {
  const { folder, expectedOutput } = guideProject('readme');
  expect(haft(folder, ['build'])).toEqual({ code: 0, out: '✓ wrote src/toolsets.gen.ts\n', err: '' });
  expect(tsc(folder)).toEqual({ code: 0, out: '', err: '' });
  expect(run(folder, ['dist/main.js'])).toEqual({ code: 0, out: expectedOutput, err: '' });
});
