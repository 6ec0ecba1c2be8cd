import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { pageWithTokens } from '../../src/tokens/many-tools.js';

it('the guide has the tokens of this version [NEW-37]', async () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../docs/guide/many-tools.md'), 'utf8');
  expect(await pageWithTokens(page)).toBe(page);
});
