import path from 'node:path';
import { expect, it } from '@jest/globals';
import ts from 'typescript';
import {
  Complete,
  HaftError,
  methodsWithRecord,
  Preview,
  readMethodRecord,
  RECORD,
  reconciled,
  Resource,
} from '@haft/core';
import * as legacy from '../support/legacy-toolset.js';
import * as standard from '../support/standard-toolset.tc39.js';

const BASE = path.resolve('tsconfig.base.json');
const TYPES = path.resolve('packages/core/test/decorators/beside-methods.types.ts');

let previous: ts.Program | undefined;

it.each([
  ['legacy', true],
  ['TC39', false],
])('the compiler checks the method that a decorator names under the %s standard', (_standard, isLegacy) => {
  const { config } = ts.readConfigFile(BASE, ts.sys.readFile.bind(ts.sys)) as { readonly config: object };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, path.dirname(BASE));
  const checked: ts.CompilerOptions = {
    ...options,
    composite: false,
    noEmit: true,
    declaration: false,
    declarationMap: false,
    experimentalDecorators: isLegacy,
    emitDecoratorMetadata: isLegacy,
    lib: ['lib.es2024.d.ts', 'lib.esnext.decorators.d.ts'],
    types: [],
  };
  // The second one parses no file again.
  const program = ts.createProgram([TYPES], checked, undefined, previous);
  previous = program;
  const file = program.getSourceFile(TYPES);
  expect(ts.getPreEmitDiagnostics(program, file).map(({ messageText }) => messageText)).toEqual([]);
});

it.each([
  ['legacy', legacy],
  ['TC39', standard],
])('%s decorators record the methods next to a tool', (_standard, { DecoratedToolset }) => {
  expect(readMethodRecord(DecoratedToolset, 'write', RECORD.effect)).toEqual({ reconcile: 'findWrite' });
  expect(readMethodRecord(DecoratedToolset, 'write', RECORD.preview)).toBe('previewWrite');
  expect(readMethodRecord(DecoratedToolset, 'read', RECORD.background)).toEqual({ queue: 'slow' });
});

it.each([
  ['legacy', legacy],
  ['TC39', standard],
])('%s decorators record resources, prompts and completions [NEW-38]', (_standard, { DecoratedToolset }) => {
  const { resource, prompt, complete } = RECORD;
  expect(methodsWithRecord(DecoratedToolset, resource)).toEqual(['content']);
  expect(readMethodRecord(DecoratedToolset, 'content', resource)).toEqual({
    uri: 'files://{path}',
    list: 'paths',
    mimeType: 'text/plain',
  });
  expect(readMethodRecord(DecoratedToolset, 'review', prompt)).toEqual({ title: 'Review' });
  expect(readMethodRecord(DecoratedToolset, 'pathsWith', complete)).toEqual([
    { method: 'review', parameter: 'path' },
    { method: 'content', parameter: 'path' },
  ]);
});

it.each<[string, () => unknown]>([
  ['@Resource uri is undefined.', () => Resource(undefined as never)],
  ['@Complete parameter is undefined.', () => Complete('order', undefined as never)],
])('a decorator refuses a value of another kind: %s', (message, make) => {
  expect(make).toThrow(message);
});

it('the name of a preview method must not be empty', () => {
  expect(() => Preview('')).toThrow(HaftError);
});

it('the answers of a reconcile method are plain JSON', () => {
  expect([reconciled.done({ id: 1 }), reconciled.notDone(), reconciled.unknown()]).toEqual([
    { kind: 'done', value: { id: 1 } },
    { kind: 'notDone' },
    { kind: 'unknown' },
  ]);
});
