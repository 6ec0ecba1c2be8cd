import { afterEach, describe, expect, it } from '@jest/globals';
import { defineTool, dynamic, toolset, type ComposeInput } from '@haft/runtime';
import type { DynamicModule, INestApplicationContext } from '@nestjs/common';
import { NestFactory, type ModuleRef } from '@nestjs/core';
import { fromNest, HaftHttpModule, HaftModule } from '../src/index.js';
import { quietLogger, SILENT_NEST } from './support/quiet-logger.js';

/* Each option of a module that is a name as text. One that does not exist is an error. */

const fixed = toolset('desk', [
  defineTool({ name: 'work', description: 'Works.', parameters: { type: 'object' }, execute: () => 'done' }),
]);
const KINDS: readonly (readonly [string, ComposeInput])[] = [
  ['fixed tools', fixed],
  ['tools that change', dynamic(() => fixed)],
];

let application: INestApplicationContext | undefined;
afterEach(async () => {
  await application?.close();
  application = undefined;
});

async function start(...imports: readonly DynamicModule[]): Promise<void> {
  class AppModule {}
  const root = { module: AppModule, imports: [...imports] };
  application = await NestFactory.createApplicationContext(root, { logger: SILENT_NEST, abortOnError: false });
}

const refused = (message: string, hint: string) =>
  expect.objectContaining({ code: 'HAFT_INVALID_OPTION', message, hint: expect.stringContaining(hint) });

describe.each(KINDS)('HaftModule with %s', (_kind, toolsets) => {
  const root = (options: object) => HaftModule.forRoot({ toolsets, ...options, observe: { logger: quietLogger() } });

  it.each([
    ['retrys', "Did you mean 'retries'? Write 'retries' as limits: { retries }. The options are: toolsets, "],
    ['globalEnhancer', "Did you mean 'globalEnhancers'?"],
    ['provide', "Write 'provide' as `providers` of your modules."],
    ['container', "Write 'container' for `createRuntime` instead"],
  ])('refuses the option %s of forRoot, and lists those that forRoot has', async (name, hint) => {
    const message = `HaftModule.forRoot does not have the option '${name}'.`;
    await expect(start(root({ [name]: [] }))).rejects.toEqual(refused(message, hint));
    await expect(start(root({ [name]: [] }))).rejects.not.toMatchObject({
      hint: expect.stringMatching(/: .*provide,/),
    });
  });

  it('refuses the option of forRootAsync', async () => {
    const module = HaftModule.forRootAsync({ useFactory: () => ({ toolsets, retrys: 1 }) as object });
    await expect(start(module)).rejects.toMatchObject({
      message: "HaftModule.forRoot does not have the option 'retrys'.",
    });
  });

  it('refuses a name inside an option', async () => {
    await expect(start(root({ globalEnhancers: { guard: false } }))).rejects.toEqual(
      refused("globalEnhancers does not have the option 'guard'.", "Did you mean 'guards'?"),
    );
    await expect(start(root({ concurrency: { run: 1 } }))).rejects.toMatchObject({ code: 'HAFT_INVALID_OPTION' });
  });
});

it.each<[string, () => unknown]>([
  ['HaftModule.forFeature', () => HaftModule.forFeature(fixed, { globalEnhancer: false } as object)],
  ['HaftHttpModule.mount', () => HaftHttpModule.mount('tools', { runOption: () => ({}) } as object)],
  ['HaftHttpModule.mount', () => HaftHttpModule.mount('tools', { guards: [] } as object)],
  ['HaftHttpModule.mountHandler', () => HaftHttpModule.mountHandler('x', () => () => 1, { guards: [] } as never)],
  ['fromNest', () => fromNest({} as ModuleRef, { discover: 1 } as object)],
])('%s refuses an option that does not exist', (owner, create) => {
  const message = expect.stringContaining(`${owner} does not have the option '`);
  expect(create).toThrow(expect.objectContaining({ code: 'HAFT_INVALID_OPTION', message }));
});

it('starts with options that exist', async () => {
  const options = {
    toolsets: fixed,
    limits: { retries: 1 },
    globalEnhancers: { guards: false },
    observe: { logger: quietLogger() },
  };
  await expect(start(HaftModule.forRoot(options), HaftModule.forFeature([]))).resolves.toBeUndefined();
});
