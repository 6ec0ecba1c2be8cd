import { expect, it } from '@jest/globals';
import { CallLimit, Cached, HaftError, Hints, Prompt, Resource, Tool, Toolset } from '../../src/index.js';

it.each<[string, () => unknown, string]>([
  ["@Tool does not have the option 'descripton'.", () => Tool({ descripton: 'Reads.' } as never), 'description'],
  ["@Toolset does not have the option 'prefx'.", () => Toolset({ prefx: 'file' } as never), 'prefix'],
  ["@Resource does not have the option 'mimetype'.", () => Resource('a://b', { mimetype: 'x' } as never), 'mimeType'],
  ["@Prompt does not have the option 'tile'.", () => Prompt({ tile: 'x' } as never), 'title'],
  ["@Hints does not have the option 'readonly'.", () => Hints({ readonly: true } as never), 'readOnly'],
  ["@CallLimit does not have the option 'perrun'.", () => CallLimit({ perrun: 1 } as never), 'perRun'],
  ["@Cached does not have the option 'ttl'.", () => Cached({ ttl: 1, scope: 'run' } as never), 'ttlMs'],
])('a decorator refuses an option that does not exist, with the nearest name: %s [DEF-13]', (message, make, near) => {
  let refused: unknown;
  try {
    make();
  } catch (error) {
    refused = error;
  }
  expect(refused).toBeInstanceOf(HaftError);
  expect(refused).toMatchObject({
    code: 'HAFT_INVALID_OPTION',
    message,
    hint: expect.stringContaining(`Did you mean '${near}'? The options are: `) as unknown,
  });
});
