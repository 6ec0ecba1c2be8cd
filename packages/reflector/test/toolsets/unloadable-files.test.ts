import { describe, expect, it } from '@jest/globals';
import { unloadableFiles } from '../../src/toolsets/unloadable-files.js';

const toolset = (...files: readonly string[]): unknown =>
  files.map((file) => ({ class: { exportName: 'Tools', name: 'Tools', from: { file } } }));

describe('the files that Node cannot import', () => {
  it.each([
    ['/project/src/a#b.ts', '/project/src', true],
    ['/project/src/di#r/x.ts', '/project/src', true],
    ['/project/src/di?r/x.ts', '/project/src/gen', true],
    ['/project/di%20r/x.ts', '/project/src', true],
    ['/project/src/x.ts', '/project/src', false],
    ['/pro#ject/src/x.ts', '/pro#ject/src', false],
    ['/pro#ject/src/x.ts', '/pro#ject/generated', false],
    ['/project/di#r/x.ts', '/project/di#r', false],
    ['/other#project/x.ts', '/project/src', true],
  ])('with %p imported from the folder %p: %p', (file, folder, isUnloadable) => {
    expect(unloadableFiles(toolset(file), folder)).toEqual(isUnloadable ? [file] : []);
  });

  it('are sorted, each once', () => {
    const files = ['/project/b#/x.ts', '/project/a#/x.ts', '/project/b#/x.ts', '/project/c/x.ts'];
    expect(unloadableFiles(toolset(...files), '/project')).toEqual(['/project/a#/x.ts', '/project/b#/x.ts']);
  });
});
