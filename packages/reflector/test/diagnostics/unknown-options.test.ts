import { describe, expect, it } from '@jest/globals';
import { DECORATORS } from '../../src/toolsets/decorator-table.js';
import { readFiles } from '../support/read-fixture.js';

/* An option with a wrong name is an error, also where the compiler does not look. */

const HEAD = `import { ${Object.keys(DECORATORS).join(', ')} } from '@haft/core';\nimport { defineTool } from 'haft';\n`;

function reports(tool: string, declarations = '', file = 'src/main.ts'): readonly string[] {
  const type = file.endsWith('.js') ? '' : ': string';
  const source = `${HEAD}${declarations}\n@Toolset() export class T { /** G. */ ${tool} get(/** U. */ user${type}, /** I. */ id${type}) {} }`;
  const compilerOptions = {
    module: 'NodeNext',
    target: 'ES2022',
    lib: ['ES2022'],
    types: [],
    experimentalDecorators: true,
    allowJs: true,
  };
  const { diagnostics } = readFiles({
    [file]: source,
    'tsconfig.json': JSON.stringify({ compilerOptions, include: ['src'] }),
  });
  return diagnostics
    .filter(({ severity }) => severity === 'error')
    .map(({ code, message, fix }) => `${code} ${message} ${fix.split('?')[0] ?? ''}`);
}

describe('HAFT1085: an option with a wrong name', () => {
  it.each([
    [
      '@Hints',
      '@Tool() @Hints({ ...wrong })',
      'const wrong = { readonly: true };',
      "HAFT1085 @Hints does not have the option 'readonly'. Did you mean 'readOnly'",
    ],
    [
      '@Tool',
      '@Tool({ ...wrong })',
      "const wrong = { descriptoin: 'G.' };",
      "HAFT1085 @Tool does not have the option 'descriptoin'. Did you mean 'description'",
    ],
    [
      '@Cached',
      "@Tool() @Cached({ ...wrong, scope: 'run' })",
      'const wrong = { ttlMs: 1, ttl: 5 };',
      "HAFT1085 @Cached does not have the option 'ttl'. Did you mean 'ttlMs'",
    ],
    [
      '@CallLimit',
      '@Tool() @CallLimit(wrong as never)',
      'const wrong = { perrun: 1 };',
      "HAFT1085 @CallLimit does not have the option 'perrun'. Did you mean 'perRun'",
    ],
    [
      '@Effect',
      '@Tool() @Effect({ ...wrong } as never)',
      'const wrong = { replay: true };',
      "HAFT1085 @Effect does not have the option 'replay'. Did you mean 'replays'",
    ],
    [
      '@Background',
      '@Tool() @Background({ ...wrong } as never)',
      "const wrong = { que: 'x' };",
      "HAFT1085 @Background does not have the option 'que'. Did you mean 'queue'",
    ],
    [
      'a spread that is not constant',
      '@Tool() @Hints({ ...wrong })',
      'const wrong = { readonly: Math.random() > 0.5 };',
      "HAFT1085 @Hints does not have the option 'readonly'. Did you mean 'readOnly'",
    ],
  ])('is an error of %s', (_name, tool, declarations, expected) => {
    expect(reports(tool, declarations)).toContain(expected);
  });

  it('is an error in JavaScript', () => {
    expect(reports('@Tool() @Hints({ readonly: true })', '', 'src/main.js')).toContain(
      "HAFT1085 @Hints does not have the option 'readonly'. Did you mean 'readOnly'",
    );
  });

  it('is an error in a helper that composes decorators', () => {
    const helper = 'const Reads = (hints: object) => Hints(hints as never);';
    expect(reports('@Tool() @Reads({ readonly: true })', helper)).toEqual([
      "HAFT1085 @Hints does not have the option 'readonly'. Did you mean 'readOnly'",
    ]);
  });

  it('is an error of defineTool with a function', () => {
    const tool =
      "/** F. */ export function f(): void {}\nexport const t = defineTool(f, { ...{ descriptoin: 'F.' } });";
    expect(reports('@Tool()', tool)).toEqual([
      "HAFT1085 defineTool does not have the option 'descriptoin'. Did you mean 'description'",
    ]);
  });

  it('is not an error where any name is valid', () => {
    expect(reports("@Tool({ metadata: { anything: 1 } }) @Example({ user: 'a', id: 'b' })")).toEqual([]);
  });
});

describe('the settings of parameters in the options of a tool', () => {
  const kinds = (options: string, declarations = ''): readonly string[] => {
    const source = `${HEAD}${declarations}\n@Toolset() export class T { /** G. */ @Tool(${options}) get(user: string, /** I. */ id: string): void {} }`;
    const { model, diagnostics } = readFiles({ 'src/main.ts': source });
    const errors = diagnostics.filter(({ severity }) => severity === 'error');
    if (errors.length > 0) return errors.map(({ code }) => code);
    return model.toolsets[0]?.tools[0]?.parameters.map(({ kind }) => kind) ?? [];
  };

  it.each([
    ['a spread', '{ ...common }', "const common = { parameters: { user: { inject: 'x' } } };"],
    ['a const with the same name', '{ parameters }', "const parameters = { user: { inject: 'x' } };"],
    [
      'a spread in the parameters',
      '{ parameters: { ...shared, id: {} } }',
      'const USER = Symbol(); const shared = { user: { inject: USER } };',
    ],
    ['a computed name', "{ parameters: { [NAME]: { inject: 'x' } } }", "const NAME = 'user';"],
  ])('are read through %s', (_title, options, declarations) => {
    expect(kinds(options, declarations)).toEqual(['host', 'model']);
  });

  it.each([
    ['HAFT1085', 'name no parameter', "{ parameters: { usr: { inject: 'x' } } }", ''],
    ['HAFT1100', 'come from a call', '{ parameters: made() }', "const made = () => ({ user: { inject: 'x' } });"],
    ['HAFT1101', 'have an unknown setting', "{ parameters: { user: { ...{ injct: 'x' } } } }", ''],
  ])('%s: are an error if they %s', (code, _title, options, declarations) => {
    expect(kinds(options, declarations)).toEqual([code]);
  });
});
