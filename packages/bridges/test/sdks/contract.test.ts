import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from '@jest/globals';
import { desk, deskRun, PNG, SEARCH_PROMPT } from '../support/desk.js';
import type { ReadResult, ScriptedCall, Sdk, Talk } from '../support/sdk.js';

/*
 * The same cases for every SDK with a recipe in the guide. They run the recipe itself in the SDK's
 * own loop, with a scripted model.
 */

/** SDKs by the file of their recipe, and a package that must be installed. */
const SDKS: Readonly<Record<string, string>> = {
  anthropic: '@anthropic-ai/sdk',
  genkit: 'genkit',
  'google-genai': '@google/genai',
  adk: '@google/adk',
  strands: '@strands-agents/sdk',
  'tanstack-ai': '@tanstack/ai',
};
/** Some of these SDKs need a newer Node than Haft does. */
const OLDEST_NODE = 22;

const peers = join(import.meta.dirname, '../../peers');
// npm writes this file last. A check may install the SDKs while tests run.
const isInstalled =
  existsSync(join(peers, 'node_modules/.package-lock.json')) &&
  Number.parseInt(process.versions.node, 10) >= OLDEST_NODE;

if (!isInstalled) {
  console.info('notice: skipped: SDKs are not installed, or Node is older than 22: npm run peers -w @haft/bridges');
  test.skip('the SDKs are not installed', () => undefined);
}

test('has a case for each recipe', () => {
  const files = readdirSync(join(peers, 'sdks')).filter((file) => file !== 'decided.ts');
  expect(files.sort()).toEqual(
    Object.keys(SDKS)
      .map((file) => `${file}.ts`)
      .sort(),
  );
});

const call = (id: string, name: string, args: ScriptedCall['args']): ScriptedCall => ({ id, name, args });

(isInstalled ? describe : describe.skip).each(Object.entries(SDKS))('%s', (file, name) => {
  const load = async (): Promise<Sdk> => ((await import(`../../peers/sdks/${file}.js`)) as { readonly sdk: Sdk }).sdk;

  /** Runs the loop with these calls, one message after the other. */
  async function converse(...turns: readonly (readonly ScriptedCall[])[]) {
    const { run, log } = deskRun();
    const sdk = await load();
    const talk = await sdk.converse(run, turns, new AbortController());
    return { sdk, run, log, talk };
  }

  it(`is tested with the version of ${name} in its name`, async () => {
    const sdk = await load();
    const folders = [peers, join(peers, '../../..')].map((folder) =>
      join(folder, 'node_modules', name, 'package.json'),
    );
    const manifest = folders.find((one) => existsSync(one)) ?? '';
    const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly version: string };
    expect(version).toMatch(new RegExp(`^${sdk.name.split(' ').at(-1) ?? ''}\\.`));
  });

  it('shows the model the real schemas', async () => {
    const { run, talk } = await converse();
    const definitions = await run.definitions();
    expect(plain(talk.shown)).toEqual(Object.fromEntries(definitions.map((one) => [one.name, plain(one.parameters)])));
  });

  it('shows the model the instructions of the toolsets', async () => {
    const own = 'Pages are {data}.';
    const { run } = deskRun('ada', {}, desk.withInstructions(own));
    const { system } = await (await load()).converse(run, [], new AbortController());
    expect(JSON.stringify(system)).toContain(own);
  });

  it('executes a valid call, with the id of the call', async () => {
    const { talk, log, sdk } = await converse([call('c1', 'desk_search', { query: 'letters' })]);
    expect(talk.read).toMatchObject([{ text: '{"found":"letters x10","for":"ada"}' }]);
    const [, id] = /^search \{"query":"letters"\} (.+)$/.exec(log.join('\n')) ?? [];
    expect(id === 'c1').toBe(!sdk.cannot.includes('pass call ids'));
    expect(talk.read.map(({ isError = false }) => isError)).toEqual([false]);
  });

  it('lets the model read the retry prompt for wrong arguments, and try again [NEW-40]', async () => {
    const { talk, log, sdk } = await converse(
      [call('c1', 'desk_search', { query: '', lang: 'english' })],
      [call('c2', 'desk_search', { query: 'letters', lang: 'en' })],
    );
    expect(textsOf(talk)).toEqual([SEARCH_PROMPT, '{"found":"letters x10","for":"ada"}']);
    expect(log).toHaveLength(1);
    expect(talk.read[0]?.isError).toBe(sdk.cannot.includes('mark errors') ? undefined : true);
  });

  it('lets the model read why a tool failed', async () => {
    const { talk } = await converse([call('c1', 'desk_break', { how: 'failed' })]);
    expect(textsOf(talk)).toEqual(['The drawer is stuck.']);
  });

  it('masks an unexpected error', async () => {
    const { talk } = await converse([call('c1', 'desk_break', { how: 'exception' })]);
    expect(textsOf(talk)).toEqual([expect.stringMatching(/^The tool failed unexpectedly \(error id .+\)/)]);
    expect(JSON.stringify(talk)).not.toContain('hunter2');
  });

  it('passes media, or their text', async () => {
    const { talk, sdk } = await converse([call('c1', 'desk_photo', {})]);
    expect(talk.read).toHaveLength(1);
    expect(textsOf(talk)[0]).toMatch(/^The desk:/);
    expect(talk.read[0]?.media ?? []).toEqual(sdk.cannot.includes('media') ? [] : [PNG]);
  });

  it('tells the tool when the loop is aborted, or the run is cancelled', async () => {
    const { run, log } = deskRun();
    const sdk = await load();
    const abort = new AbortController();
    const talk = sdk.converse(run, [[call('c1', 'desk_slow', {})]], abort).catch(() => undefined);
    while (log.length === 0) await new Promise((resolve) => setImmediate(resolve));
    if (sdk.cannot.includes('abort')) run.cancel();
    else abort.abort();
    await talk;
    expect(log).toEqual(['slow begins', 'slow was told to stop']);
  });

  it.each([true, false])('stops for an approval, and continues with the answer %s', async (approved) => {
    const { talk, log, sdk, run } = await converse([call('c1', 'desk_pay', { amount: 500 })]);
    expect(log).toEqual([]);
    if (sdk.cannot.includes('stop for approvals')) {
      expect(textsOf(talk)).toEqual([expect.stringContaining('waits for an approval')]);
      expect(run.pending().requests).toHaveLength(1);
      expect(talk.goOn).toBeUndefined();
      return;
    }
    expect(talk.read).toEqual([]);
    const read = await talk.goOn?.(approved);
    expect(log).toEqual(approved ? ['paid 500 approved'] : []);
    expect(read?.map(textOf).at(-1)).toMatch(approved ? /^paid 500$/ : /denied|declined|rejected|not approved/i);
  });
});

/** Strands begins the texts of errors so. */
const textOf = ({ text }: ReadResult): string => text.replace(/^Error: /, '');
const textsOf = ({ read }: Talk): readonly string[] => read.map(textOf);

const plain = (value: object): object => JSON.parse(JSON.stringify(value)) as object;
