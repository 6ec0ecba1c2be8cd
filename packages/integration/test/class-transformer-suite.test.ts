import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildProject } from '@haft/reflector';
import type { ReflectedToolsets } from 'haft/reflected';
import { createRuntime } from 'haft';
import { describeSuite } from '../../../scripts/suites/public-suite.js';
import { ownFolder } from './support/own-folder.js';
import { withoutUndefined, type TransformerCase } from './support/transformer-case.js';
import { writtenCase } from './support/transformer-source.js';

/*
 * The recorded suite of class-transformer: a tool must receive the same value as `plainToInstance`
 * without options returns, through the real call. Cases that cannot be arguments, or differ on
 * purpose, are below and in docs/class-validator.md.
 */

const FOLDER = ownFolder('class-transformer', 'class-transformer');

/** Parts of the titles of cases that are others here, with the reason. */
const DIFFERENT: Readonly<Record<string, string>> = {
  'different possibilities for type of one property (polymorphism)': 'subTypes: a union of the classes says it',
  'different types in array (polymorphism)': 'subTypes: a union of the classes says it',
  'AND keeps discriminator property (polymorphism)': 'subTypes: a union of the classes says it',
  'decorators should work inside a base class': 'the decorators of the base class are not in the recording',
};

describeSuite<{ cases: readonly TransformerCase[] }>(
  'the recorded suite of class-transformer',
  'class-transformer/transform-cases.json',
  (suite) => {
    const cases = suite.cases
      .filter(({ call, args }) => call === 'plainToInstance' && args.length === 2)
      // The classes of one case are not in the recording.
      .filter(({ args, classes }) => JSON.stringify(args[1]) !== '{}' || Object.keys(classes).length > 0)
      .filter(({ args }) => !/"\$(date|promise|undefined|class|map|set|number)"/.test(JSON.stringify(args[1])));

    const made = new Map<number, unknown>();

    beforeAll(async () => {
      mkdirSync(join(FOLDER, 'src'), { recursive: true });
      const written = cases.map((one, index) => writtenCase(one, index));
      written.forEach(({ source }, index) => {
        writeFileSync(join(FOLDER, 'src', `case${index}.ts`), source);
      });
      const out = join(FOLDER, 'src/toolsets.gen.ts');
      const { diagnostics, ok } = await buildProject({ tsconfig: join(FOLDER, 'tsconfig.json'), out, cache: false });
      if (!ok)
        throw new Error(
          JSON.stringify(
            diagnostics.filter((one) => one.severity === 'error'),
            null,
            1,
          ),
        );
      const { toolsets } = (await import(out)) as { readonly toolsets: ReflectedToolsets };
      const run = createRuntime({ toolsets }).startRun({ retries: 100 });
      for (const [index, { sent }] of written.entries()) {
        const value = Array.isArray(sent) ? { value: sent } : sent;
        const outcome = await run.call({ name: `case${index}_take`, arguments: JSON.stringify(value) });
        made.set(index, outcome.status === 'success' ? JSON.parse(outcome.value as string) : outcome);
      }
    }, 60_000);

    const titled = cases.map((one, index) => [`${one.suite[0] ?? ''}: ${one.test} (${index})`, one, index] as const);
    const isDifferent = ({ test }: TransformerCase): boolean =>
      Object.keys(DIFFERENT).some((part) => test.includes(part));

    describe('a tool receives the result of plainToInstance', () => {
      it.each(titled.filter(([, one]) => !isDifferent(one)))('%s', (_, one, index) => {
        expect(made.get(index)).toEqual(withoutUndefined(one.result));
      });
    });

    describe('on purpose, a tool is given something else', () => {
      it.each(titled.filter(([, one]) => isDifferent(one)))('%s', (_, one, index) => {
        expect(made.get(index)).not.toEqual(withoutUndefined(one.result));
      });
    });
  },
);
