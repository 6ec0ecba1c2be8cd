import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

const SOURCES = join(import.meta.dirname, '../src');

/** Returns the generated text of each tool. */
function tools(): string[] {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => file.endsWith('toolsets.gen.ts'))
    .flatMap((file) =>
      readFileSync(join(SOURCES, file), 'utf8')
        .split(/^ {4}name: /m)
        .slice(1),
    );
}

/** In strict mode of providers, a model writes `null` for each argument that it leaves out. */
it('lets a model leave out optional arguments of all tools', () => {
  const optional = tools().filter((text) => {
    const [, parameters = '{}'] = /^ {4}parameters: '((?:[^'\\]|\\.)*)'/m.exec(text) ?? [];
    const { properties = {}, required = [] } = JSON.parse(parameters.replace(/\\(['\\])/g, '$1')) as {
      readonly properties?: object;
      readonly required?: readonly string[];
    };
    return Object.keys(properties).length > required.length;
  });
  expect(optional.length).toBeGreaterThan(20);
  expect(optional.filter((text) => !/^ {4}strict: false,/m.test(text)).map((text) => text.split('\n', 1)[0])).toEqual(
    [],
  );
});
