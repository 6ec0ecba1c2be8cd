import { reflected, REFLECTED_FORMAT, type ReflectedToolsets } from '@haft/core/reflected';

class A {
  readonly a = 1;
}
class B {
  readonly b = 2;
}
class Stranger {}
const descriptor = (one: typeof A | typeof B) => ({
  class: one,
  name: one.name,
  source: '',
  dependencies: [],
  tools: [],
});

describe('reflected', () => {
  it('reads nothing before it is asked, and reads once', () => {
    let reads = 0;
    const toolsets = reflected(REFLECTED_FORMAT, () => {
      reads++;
      return { toolsets: [descriptor(A)], services: [] };
    });
    expect(reads).toBe(0);
    expect(toolsets.read()).toBe(toolsets.read());
    expect(reads).toBe(1);
  });

  it('picks toolsets by class', () => {
    const toolsets = reflected(REFLECTED_FORMAT, () => ({ toolsets: [descriptor(A), descriptor(B)], services: [] }));
    expect(
      toolsets
        .pick(B)
        .read()
        .toolsets.map((one) => one.name),
    ).toEqual(['B']);
  });

  it('picks several, and their tools by type', () => {
    interface Tools {
      readonly a: { readonly arguments: object; readonly result: 1; readonly toolset: A };
      readonly b: { readonly arguments: object; readonly result: 2; readonly toolset: B };
      readonly c: { readonly arguments: object; readonly result: 3; readonly toolset: { readonly c: 3 } };
    }
    const toolsets = reflected<Tools>(REFLECTED_FORMAT, () => ({
      toolsets: [descriptor(A), descriptor(B)],
      services: [],
    }));
    const picked: ReflectedToolsets<Pick<Tools, 'a' | 'b'>> = toolsets.pick(B, A);
    expect(picked.read().toolsets.map((one) => one.name)).toEqual(['B', 'A']);
    // @ts-expect-error The tool c belongs to neither.
    expect((toolsets.pick(B, A).tools?.c ?? undefined) === undefined).toBe(true);
  });

  it('says what to run for a class that was never reflected', () => {
    const toolsets = reflected(REFLECTED_FORMAT, () => ({ toolsets: [descriptor(A)], services: [] }));
    expect(() => toolsets.pick(Stranger).read()).toThrow(
      expect.objectContaining({
        code: 'HAFT_NOT_REFLECTED',
        message: 'The generated module does not know the class Stranger; it has: A.',
        hint: expect.stringContaining('npx haft build'),
      }),
    );
  });

  it('refuses a module of another format', () => {
    const toolsets = reflected(99, () => ({ toolsets: [], services: [] }));
    expect(() => toolsets.read()).toThrow(
      expect.objectContaining({
        code: 'HAFT_FORMAT_VERSION',
        message: 'The generated module has format 99; this version of Haft reads formats 1, 2 and 3.',
      }),
    );
  });

  it('is read in the format before this one', () => {
    expect(reflected(1, () => ({ toolsets: [descriptor(A)], services: [] })).read().toolsets).toHaveLength(1);
  });

  it('is read in the format of who reads it, which may be of another version than the module', () => {
    const toolsets = reflected(99, () => ({ toolsets: [descriptor(A)], services: [] }));
    expect(toolsets.pick(A).read(99).toolsets).toHaveLength(1);
    expect(() => reflected(1, () => ({ toolsets: [], services: [] })).read(99)).toThrow(
      'The generated module has format 1; this version of Haft reads format 99.',
    );
  });
});
