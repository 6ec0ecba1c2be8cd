import { expect, test } from '@jest/globals';
import { createRuntime } from '@haft/runtime';
import { BraveSearch, SearxngSearch, searchToolset, type SearchEngine } from '../../src/search/index.js';

/* The examples of docs/guide/toolsets/search.md. */

test('engines are asked in turn, and an own engine is an object [TOOL-9]', async () => {
  const key = 'a-key';
  // #region search
  const engine = [new BraveSearch({ apiKey: key }), new SearxngSearch({ baseUrl: 'http://10.0.0.7:8080' })];
  const runtime = createRuntime({ toolsets: [searchToolset({ engine })] });
  // #endregion search
  expect((await runtime.startRun().definitions()).map(({ name }) => name)).toEqual(['web_search']);

  const articles = [{ title: 'Gnus', address: 'https://intranet.example/gnus', summary: 'Gnus are <b>antelopes</b>.' }];
  // #region own
  const intranet: SearchEngine = {
    name: 'Intranet',
    async search(query, { maxResults }) {
      const found = articles.filter(({ title }) => title.includes(query)).slice(0, maxResults);
      return found.map(({ title, address, summary }) => ({ title, url: address, snippet: summary }));
    },
  };
  // #endregion own
  const run = createRuntime({ toolsets: [searchToolset({ engine: intranet })] }).startRun();
  const { text } = await run.call({ name: 'web_search', arguments: { query: 'Gnus' } });
  expect(text).toBe('1. Gnus\nhttps://intranet.example/gnus\nGnus are antelopes.');
});
