import { deepStrictEqual, rejects, strictEqual } from 'node:assert/strict';
import type { Client } from '@modelcontextprotocol/client';

/** Reads the resources, uses the prompt, and completes arguments. */
export async function tourOffers(client: Client): Promise<void> {
  const { resources } = await client.listResources();
  deepStrictEqual(resources.map(({ uri }) => uri).sort(), [
    'library://books/1',
    'library://books/2',
    'library://books/3',
    'library://books/4',
    'library://hours',
  ]);
  const { resourceTemplates } = await client.listResourceTemplates();
  deepStrictEqual(
    resourceTemplates.map(({ uriTemplate }) => uriTemplate),
    ['library://books/{id}{?part}'],
  );
  strictEqual(await read(client, 'library://hours'), 'Monday to Friday, 9 to 18.');
  deepStrictEqual(JSON.parse(await read(client, 'library://books/3?part=title')), { title: 'A Tale of Two Cities' });
  // A value of another type, and a URI that nothing answers.
  await rejects(read(client, 'library://books/three'), { code: -32602 });
  await rejects(read(client, 'library://films/1'), { code: -32602 });

  const { prompts } = await client.listPrompts();
  deepStrictEqual(prompts, [
    {
      name: 'library_recommend',
      description: 'Asks for a recommendation.',
      arguments: [
        { name: 'shelf', description: 'The shelf to choose from.', required: true },
        { name: 'mood', description: 'The mood of the reader.', required: false },
      ],
    },
  ]);
  const { messages } = await client.getPrompt({ name: 'library_recommend', arguments: { shelf: 'crime' } });
  deepStrictEqual(messages, [
    {
      role: 'user',
      content: { type: 'text', text: 'I am curious. Recommend one of these books: Crime and Punishment.' },
    },
  ]);

  const prompt = { type: 'ref/prompt', name: 'library_recommend' } as const;
  // The build knows the values of an enum. A method suggests others.
  deepStrictEqual(await complete(client, prompt, 'shelf', 'c'), ['cities', 'crime']);
  deepStrictEqual(await complete(client, prompt, 'mood', 'c'), ['curious', 'cheerful']);
  const book = { type: 'ref/resource', uri: 'library://books/{id}{?part}' } as const;
  deepStrictEqual(await complete(client, book, 'id', ''), ['1', '2', '3', '4']);
}

async function read(client: Client, uri: string): Promise<string> {
  const { contents } = await client.readResource({ uri });
  const [content] = contents;
  strictEqual(content?.uri, uri);
  return 'text' in content ? content.text : '';
}

type Reference = Parameters<Client['complete']>[0]['ref'];

async function complete(client: Client, ref: Reference, name: string, value: string): Promise<readonly string[]> {
  const { completion } = await client.complete({ ref, argument: { name, value } });
  return completion.values;
}
