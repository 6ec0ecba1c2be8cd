import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import * as core from '@haft/core';
import * as reflectedCore from '@haft/core/reflected';
import * as runtime from '@haft/runtime';
import * as runtimeFeedback from '@haft/runtime/feedback';
import ts from 'typescript';
import * as containers from '../src/containers.js';
import * as extend from '../src/extend.js';
import * as feedback from '../src/feedback.js';
import * as haft from '../src/index.js';
import * as reflectedHaft from '../src/reflected.js';
import * as telemetry from '../src/telemetry.js';

/** Exports for Haft's own packages only. */
const INNER = new Set([
  'ClassRecords',
  'completeCheck',
  'countedCheck',
  'describeMadeCalls',
  'disposeOf',
  'RUNTIME_OPTION_PLACES',
  'RUNTIME_OPTIONS',
  'drained',
  'fingerprintKey',
  'fingerprintOf',
  'hashOf',
  'isPermission',
  'isProgressive',
  'kindOf',
  'methodsWithRecord',
  'nearName',
  'permissionsIn',
  'readAddedRecords',
  'readClassRecord',
  'readMethodRecord',
  'readOwnClassRecord',
  'readParameterRecords',
  'RECORD',
  'READ_FORMATS',
  'refuseUnknownOptions',
  'outsideCall',
  'requireCount',
  'requireInterceptor',
  'requireKind',
  'requireKinds',
  'requireOneOf',
  'requireRequirements',
  'runContextOf',
  'snakeCase',
  'toolName',
  'typedArgumentsOf',
  'jsonText',
  'wireForm',
]);

const SOURCES = new URL('../src/', import.meta.url);

/** The names of an entry, types included. */
function namesOf(entry: string): readonly string[] {
  const source = ts.createSourceFile(entry, readFileSync(new URL(entry, SOURCES), 'utf8'), ts.ScriptTarget.Latest);
  const names: string[] = [];
  for (const statement of source.statements) {
    if (!ts.isExportDeclaration(statement) || statement.exportClause === undefined) continue;
    if (ts.isNamedExports(statement.exportClause))
      for (const { name } of statement.exportClause.elements) names.push(name.text);
  }
  return names;
}

test('the main entry exports at most 100 names', () => {
  const names = namesOf('index.ts');
  expect(names.length).toBeGreaterThan(80);
  expect(names.length).toBeLessThanOrEqual(100);
});

test('no name is in two entries', () => {
  const entries = readdirSync(SOURCES).filter((entry) => entry !== 'reflected.ts');
  const names = entries.flatMap((entry) => namesOf(entry));
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test('every public value of core and of the runtime has an entry', () => {
  const expected = [...Object.keys(core), ...Object.keys(runtime)].filter((name) => !INNER.has(name));
  const given = [haft, extend, containers, telemetry].flatMap((entry) => Object.keys(entry));
  const ofOthers = ['addAttributes', 'callReport', 'callsOfLedger', 'enableTelemetry', 'recordCalls', 'withAttributes'];
  expect(given.filter((name) => !ofOthers.includes(name)).sort()).toEqual(expected.sort());
});

test('exports the functions for feedback on arguments from a separate entry point', () => {
  const expected = Object.keys(runtimeFeedback).filter((name) => !INNER.has(name));
  expect(Object.keys(feedback).sort()).toEqual(expected.sort());
});

test('the exports are those of core, not copies', () => {
  expect(haft.Tool).toBe(core.Tool);
  expect(haft.ModelRetry).toBe(core.ModelRetry);
  expect(haft.RunContext).toBe(core.RunContext);
});

test('exports all imports of generated modules', () => {
  expect(Object.keys(reflectedHaft).sort()).toEqual(Object.keys(reflectedCore).sort());
});
