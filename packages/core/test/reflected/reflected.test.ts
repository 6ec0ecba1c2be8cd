import { reflected, REFLECTED_FORMAT } from '@haft/core/reflected';

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
    expect(() => toolsets.read()).toThrow(expect.objectContaining({ code: 'HAFT_FORMAT_VERSION' }));
  });
});
