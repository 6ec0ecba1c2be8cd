import 'reflect-metadata';
import {
  ClassRecords,
  readMethodRecord,
  RECORD,
  Retries,
  Sequential,
  Timeout,
  Tool,
  Toolset,
} from '../../src/index.js';

test('the keys of the class, of its methods and of its base classes are known, and no others', () => {
  @Retries(1)
  class Base {
    @Tool() @Timeout(5) one(): void {}
  }
  @Toolset()
  class Derived extends Base {
    @Tool() @Sequential() two(): void {}
  }
  const keys = new ClassRecords(Derived).keys([]);
  for (const key of [RECORD.toolset, RECORD.tool, RECORD.retries, RECORD.timeout, RECORD.sequential]) {
    expect(keys.has(key)).toBe(true);
  }
  expect([RECORD.external, RECORD.use, RECORD.cached].some((key) => keys.has(key))).toBe(false);
  expect(new ClassRecords(Base).keys([]).has(RECORD.sequential)).toBe(false);
});

test('sees a record that is on the function only', () => {
  class Plain {
    one(): void {}
  }
  Reflect.defineMetadata(RECORD.external, true, Reflect.get(Plain.prototype, 'one') as object);
  expect(new ClassRecords(Plain).keys(['one']).has(RECORD.external)).toBe(true);
});

test('an accessor that a wrapping decorator made of a method is not read', () => {
  let read = false;
  class Bound {
    get one(): unknown {
      read = true;
      return () => undefined;
    }
  }
  expect([...new ClassRecords(Bound).keys(['one', 'missing'])]).toEqual([]);
  expect(read).toBe(false);
});

test("keeps a subclass's record of an inherited method from the base class", () => {
  class Base {
    @Tool() @Timeout(5) one(): void {}
  }
  class Derived extends Base {
    @Tool() @Timeout(7) override one(): void {}
  }
  expect(readMethodRecord(Derived, 'one', RECORD.timeout)).toBe(7);
  expect(readMethodRecord(Base, 'one', RECORD.timeout)).toBe(5);
});
