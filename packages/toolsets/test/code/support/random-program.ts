import fc from 'fast-check';

/** A part of a random program. `key` names each call, so that a second one shows. */
type Part =
  | { readonly kind: 'call'; readonly tool: 'look' | 'pay' | 'fail'; readonly n: number }
  | { readonly kind: 'all' | 'chain' | 'race'; readonly parts: readonly Part[] }
  | { readonly kind: 'branch'; readonly parts: readonly Part[]; readonly others: readonly Part[] }
  | { readonly kind: 'loop'; readonly times: number; readonly parts: readonly Part[] }
  | { readonly kind: 'try'; readonly parts: readonly Part[] }
  | { readonly kind: 'clock' };

const call = fc.record({
  kind: fc.constant('call' as const),
  tool: fc.constantFrom('look', 'pay', 'pay', 'fail'),
  n: fc.nat(20),
}) as fc.Arbitrary<Part>;

const { part } = fc.letrec<{ part: Part; parts: readonly Part[] }>((tie) => {
  const parts = fc.array(tie('part'), { minLength: 1, maxLength: 3 });
  return {
    parts,
    part: fc.oneof(
      { maxDepth: 3, depthIdentifier: 'program' },
      call,
      call,
      fc.constant({ kind: 'clock' as const }),
      fc.record({ kind: fc.constantFrom('all' as const, 'chain' as const, 'race' as const), parts }),
      fc.record({ kind: fc.constant('branch' as const), parts, others: parts }),
      fc.record({ kind: fc.constant('loop' as const), times: fc.integer({ min: 1, max: 3 }), parts }),
      fc.record({ kind: fc.constant('try' as const), parts }),
    ) as fc.Arbitrary<Part>,
  };
});

/** Programs with chains, parallel calls, races, branches, loops, caught errors and dates. */
export const randomProgram: fc.Arbitrary<string> = fc
  .array(part, { minLength: 1, maxLength: 4 })
  .map((parts) => `const seen = [];\n${new Writer().block(parts, [])}\nconsole.log(seen.length);\nreturn seen;`);

class Writer {
  private sites = 0;

  block(parts: readonly Part[], loops: readonly string[]): string {
    return parts.map((one) => this.write(one, loops)).join('\n');
  }

  private write(one: Part, loops: readonly string[]): string {
    const at = ++this.sites;
    switch (one.kind) {
      case 'call':
        return `seen.push(await tools.${one.tool}({ n: ${one.n}, key: ${key(at, loops)} }).catch((e) => e.status));`;
      case 'clock':
        return `{ const now = Date.now() + ':' + Math.random();
seen.push((await tools.look({ n: now, key: ${key(at, loops)} })) === now); }`;
      case 'all':
        return `await Promise.all([${one.parts.map((inner) => `(async () => {\n${this.inner(inner, loops)}\n})()`).join(', ')}]);`;
      case 'race':
        return `await Promise.race([${one.parts.map((inner) => `(async () => {\n${this.inner(inner, loops)}\n})()`).join(', ')}, null]);`;
      case 'chain':
        return `{ let n = 1; for (const step of [${one.parts.map((_, index) => index).join(', ')}]) {
n = await tools.look({ n: n + step, key: ${key(at, [...loops, 'step'])} }); } seen.push(n); }`;
      case 'branch':
        return `if (seen.length % 2 === 0) {\n${this.block(one.parts, loops)}\n} else {\n${this.block(one.others, loops)}\n}`;
      case 'loop':
        return `for (let i${at} = 0; i${at} < ${one.times}; i${at} += 1) {\n${this.block(one.parts, [...loops, `i${at}`])}\n}`;
      case 'try':
        return `try {\n${this.block(one.parts, loops)}\nawait tools.fail({ n: 3, key: ${key(at, loops)} });
} catch (error) { seen.push(error.message); }`;
    }
  }

  /** Code of a parallel branch. Its own list keeps the result independent of the order in time. */
  private inner(one: Part, loops: readonly string[]): string {
    return `const outer = seen; { const seen = []; ${this.write(one, loops)}\nvoid outer; }`;
  }
}

function key(site: number, loops: readonly string[]): string {
  return [`'s${site}'`, ...loops.map((name) => `'.' + ${name}`)].join(' + ');
}
