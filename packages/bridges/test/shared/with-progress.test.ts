import { withProgress } from '../../src/shared/with-progress.js';

const pause = () => new Promise((resolve) => setTimeout(resolve, 1));

async function toldBy(make: Parameters<typeof withProgress>[0], beforeNext = async () => {}): Promise<unknown[]> {
  const call = withProgress(make);
  const told: unknown[] = [];
  for (;;) {
    const news = await call.next();
    if (news.done === true) return [...told, { outcome: news.value }];
    told.push(news.value);
    await beforeNext();
  }
}

test('progress comes in its order, then the outcome', async () => {
  const news = await toldBy(async (tell) => {
    tell(1);
    await pause();
    tell(2);
    tell(3);
    return 'done';
  });
  expect(news).toEqual([1, 2, 3, { outcome: 'done' }]);
});

test('nothing is lost when the reader is slower than the call', async () => {
  const news = await toldBy(
    async (tell) => {
      tell(1);
      await Promise.resolve();
      tell(2);
      setTimeout(() => undefined, 1);
      return 'done';
    },
    async () => void (await pause()),
  );
  expect(news).toEqual([1, 2, { outcome: 'done' }]);
});

test('an immediate report is not delayed until the end', async () => {
  let finish = (): void => undefined;
  const reader = withProgress(async (tell) => {
    tell('begins');
    await new Promise<void>((resolve) => (finish = resolve));
    return 'done';
  });
  expect(await reader.next()).toEqual({ done: false, value: 'begins' });
  finish();
  expect(await reader.next()).toEqual({ done: true, value: 'done' });
});

test('it rejects as the call does', async () => {
  await expect(toldBy(() => Promise.reject(new Error('wired wrongly')))).rejects.toThrow('wired wrongly');
});
