import { haftInThread } from './support/haft.js';
import { removeTemporaryFolders, temporaryFolder } from './support/temporary-folder.js';

afterEach(removeTemporaryFolders);

describe('haft migrate', () => {
  const folder = (): string => temporaryFolder({ 'package.json': '{"type":"module"}' });

  it('says what to install where @haft/durable is missing', () => {
    const { code, out, err } = haftInThread(folder(), ['migrate', '--print', 'postgres']);
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(/HAFT_MISSING_PEER[^]*npm install @haft\/durable/);
  });

  it.each([[[]], [['--print', 'oracle']], [['--print', 'sqlite', '--postgres', 'postgres://127.0.0.1']]])(
    'refuses %j',
    (args) => {
      const { code, err } = haftInThread(folder(), ['migrate', ...args]);
      expect(code).toBe(2);
      expect(err).toMatch(/one of --postgres and --print|Allowed choices are postgres, sqlite/);
    },
  );

  it.each([
    ['--print', 'sqlite', '--from', 'first'],
    ['--postgres', 'postgres://127.0.0.1', '--from', '1'],
  ])('refuses a version without its use: %j', (...args) => {
    const { code, out, err } = haftInThread(folder(), ['migrate', ...args]);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain('--from needs a version, and --print.');
  });

  it.each(['', 'secret-word', 'http://u:secret-word@127.0.0.1/x'])('refuses %j as an address', (address) => {
    const { code, out, err } = haftInThread(folder(), ['migrate', '--postgres', address]);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain('The value of --postgres is not the address of a Postgres database.');
    expect(err).not.toContain('secret-word');
  });
});
