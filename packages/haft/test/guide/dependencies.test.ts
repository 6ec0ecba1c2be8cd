import { describe, expect, it } from '@jest/globals';
import { createParamDecorator, type Provider, type RunContext } from 'haft';
import { createContainer } from 'haft/containers';

/* The code of docs/guide/dependencies.md, executed. */

class Clock {
  readonly now = 5;
}
class SystemClock extends Clock {}
class Database {
  static async open(url: string): Promise<Database> {
    return Object.assign(new Database(), { url });
  }
  async [Symbol.asyncDispose](): Promise<void> {
    closed.push('database');
  }
}
class Basket {}
const closed: string[] = [];

// #region providers
const DATABASE_URL = Symbol('DATABASE_URL');

const provide: Provider[] = [
  SystemClock,
  { provide: Clock, useExisting: SystemClock },
  { provide: DATABASE_URL, useValue: 'postgres://localhost/shop' },
  { provide: Database, useFactory: (url: string) => Database.open(url), inject: [DATABASE_URL] },
  { provide: Basket, useClass: Basket, lifetime: 'run' },
];
// #endregion providers

// #region parameter
const Tenant = createParamDecorator((run: RunContext<{ tenant: string }>) => run.deps.tenant);
// list(@Tenant() tenant: string, @Inject(Database) database: Database, limit = 20)
// #endregion parameter

describe('dependencies', () => {
  it('every form of provider', async () => {
    expect(Tenant()).toBeInstanceOf(Function);
    const container = createContainer({ provide });
    const [first, second] = [1, 2].map(() => container.createScope(undefined as never));
    expect(await first?.resolve(Database)).toMatchObject({ url: 'postgres://localhost/shop' });
    expect(first?.resolve(Clock)).toBe(second?.resolve(SystemClock));
    expect(first?.resolve(Basket)).not.toBe(second?.resolve(Basket));
    await container.dispose();
    expect(closed).toEqual(['database']);
  });
});
