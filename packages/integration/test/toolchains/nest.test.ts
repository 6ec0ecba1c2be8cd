import { ConsumerPlace, type Consumer } from './support/consumers.js';
import { toolchainFile } from './support/toolchain-folder.js';
import { runNode } from './support/run-command.js';
import { WatchedProcess } from './support/watched-process.js';

const NEST = toolchainFile('@nestjs/cli/bin/nest.js');

const ANSWERS = `12 bolt in Kiel for ann
Tool call validation failed for tool 'stock_take':
- count: expected an integer from 1 to 10, received 11

Fix the errors and try again.
TakeDto: 10 left
Tool call limit reached. Tool call stock_count not executed. Don't try to execute it again.
`;

describe('an application of nest new, with toolsets among its providers', () => {
  let place: ConsumerPlace;
  beforeAll(() => {
    place = ConsumerPlace.create('nest');
  }, 120_000);
  afterAll(() => {
    place.remove();
  });

  describe.each([
    ['esm', ['tsc', 'swc', 'rspack']],
    ['cjs', ['tsc', 'swc', 'webpack']],
  ] as const)('%s', (type, builders) => {
    let application: Consumer;
    beforeAll(() => {
      application = built(`shop-${type}`, type);
    }, 120_000);

    test.each(builders)(
      'nest build --builder %s',
      (builder) => {
        const { status, output } = runNode([NEST, 'build', '--builder', builder], application.folder);
        expect({ status, output: status === 0 ? '' : output }).toEqual({ status: 0, output: '' });
        expect(runNode(['dist/main.js'], application.folder)).toEqual({ status: 0, output: ANSWERS });
      },
      120_000,
    );
  });

  test('the vitest of nest new: an overridden service', () => {
    const { status, output } = runNode([toolchainFile('vitest/vitest.mjs'), 'run'], built('vitest', 'esm').folder);
    expect(output).toMatch(/2 passed/);
    expect(status).toBe(0);
  }, 120_000);

  test('the jest of nest new: an overridden service', () => {
    const jest = ['--experimental-vm-modules', toolchainFile('jest/bin/jest.js')];
    const { status, output } = runNode(jest, built('jest', 'cjs').folder);
    expect(output).toMatch(/Tests:\s+2 passed/);
    expect(status).toBe(0);
  }, 120_000);

  test('nest start --watch next to haft watch: a change of a DTO arrives', async () => {
    const application = built('watched', 'esm');
    const haft = WatchedProcess.node([application.haft, 'watch'], application.folder);
    const nest = WatchedProcess.node([NEST, 'start', '--watch'], application.folder);
    try {
      await nest.prints(ANSWERS);
      await haft.prints('✓');
      const dto = application.read('src/stock/take.dto.ts');
      application.write('src/stock/take.dto.ts', dto.replace('@Max(10)', '@Max(11)'));
      await nest.prints('TakeDto: 1 left');
    } finally {
      await Promise.all([haft.stop(), nest.stop()]);
    }
  }, 120_000);

  test('a Drizzle database under a token, with the types of its tables as those of the tools', () => {
    const application = place.nestApplication('drizzle', 'esm', 'nest-drizzle');
    application.build();
    expect(runNode([NEST, 'build'], application.folder)).toEqual({ status: 0, output: '' });
    const { output } = runNode(['dist/main.js'], application.folder);
    const article = '{"id":1,"name":"Oar","added":"2026-01-31T09:00:00.000Z","note":null}';
    expect(output).toBe(`${article}
${article}
Tool call validation failed for tool 'article_add':
- added: expected a date-time like "2026-01-31T09:00:00Z", received "yesterday"

Fix the errors and try again.
`);
  }, 120_000);

  test.each(['esm', 'cjs'] as const)(
    'haft init, %s: its output works unchanged',
    (type) => {
      const { folder, haft } = place.newNestApplication(`init-${type}`, type);
      const init = runNode([haft, 'init'], folder);
      expect(init.output).toContain('wrote src/app.module.ts');
      expect(runNode([haft, 'build'], folder).status).toBe(0);
      expect(runNode([NEST, 'build'], folder)).toEqual({ status: 0, output: '' });
      const call = runNode([haft, 'call', 'todo_add', '--arg', 'text=Oil the oarlocks'], folder);
      expect(call.output).toBe('{"id":1,"text":"Oil the oarlocks","priority":"normal","done":false}\n');
    },
    120_000,
  );

  function built(name: string, type: 'esm' | 'cjs'): Consumer {
    const application = place.nestApplication(name, type);
    application.build();
    return application;
  }
});
