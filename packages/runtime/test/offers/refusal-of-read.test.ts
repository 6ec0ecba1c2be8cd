import { ApprovalRequired, ModelRetry, Resource, Toolset, Validate } from '@haft/core';
import { createRuntime, type RunEvent } from '../../src/index.js';
import { refusalOfRead } from '../../src/internal.js';
import { quietLogger } from '../support/quiet-logger.js';
import { reflect } from '../support/reflect.js';

/* What a subscription asks: would a read of this URI be refused? */

const entered: number[] = [];

@Toolset()
class Shelf {
  @Resource('books://{id}')
  @Validate(({ id }: { readonly id: number }) => {
    if (id === 404) throw new ModelRetry('There is no book 404.');
    if (id === 13) throw new ApprovalRequired();
  })
  book(id: number): string {
    entered.push(id);
    return `Book ${id}.`;
  }
}

const shelf = reflect(Shelf, {}, {
  resources: { book: { parameters: { id: { type: 'integer' } }, uri: 'books://{id}' } },
} as never);

const events: RunEvent[] = [];
const run = () =>
  createRuntime({ toolsets: shelf, observe: { logger: quietLogger() } }).startRun({
    onEvent: (one) => void events.push(one),
  });
beforeEach(() => {
  entered.splice(0);
  events.splice(0);
});

it.each(['books://seven', 'books://404', 'films://1'])('answers %s as a read of it, and reads nothing', async (uri) => {
  const refused = await refusalOfRead(run(), uri);
  expect(events).toEqual([]);
  const { status, text } = await run().read(uri);
  expect(refused).toMatchObject({ status, text });
  expect(entered).toEqual([]);
});

it.each(['books://7', 'books://13'])(
  'refuses nothing about %s, which is read, or read after an approval',
  async (uri) => {
    expect(await refusalOfRead(run(), uri)).toBeUndefined();
    expect(entered).toEqual([]);
  },
);
