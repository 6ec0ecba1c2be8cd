import { expect, it } from '@jest/globals';
import { createRuntime, toolset } from '@haft/runtime';
import { inspect } from '../src/index.js';
import { HaftInspectorModule } from '../src/nestjs/index.js';

const runtime = createRuntime({ toolsets: toolset('none', []) });

it.each<[string, () => unknown]>([
  ['inspect', () => inspect(runtime, { hosts: ['localhost'], token: 'x'.repeat(40), guards: [] } as never)],
  ['HaftInspectorModule.forRootAsync', () => HaftInspectorModule.forRootAsync({ useFactory: 1, guard: [] } as never)],
])('%s refuses an option that does not exist', (owner, create) => {
  const message = expect.stringContaining(`${owner} does not have the option 'guard`);
  expect(create).toThrow(expect.objectContaining({ code: 'HAFT_INVALID_OPTION', message }));
});
