import { expect, it } from '@jest/globals';
import { EFFECTS_FORMAT, REFLECTED_FORMAT } from '@haft/core/reflected';
import { writeModule } from '../../src/emit/write-module.js';
import { readFiles } from '../support/read-fixture.js';

const read = (members: string) =>
  readFiles({
    'src/main.ts': `import { Background, Effect, External, Hints, Preview, reconciled, RequiresApproval, Tool, Toolset, type Reconciled, type RunContext } from '@haft/core';
@Toolset()
export class Refunds {
${members}
}`,
  });

const found = (members: string): readonly string[] =>
  read(members).diagnostics.map(({ code, severity, line, message }) => `${severity} ${code} ${line} ${message}`);

const METHODS = `
  findRefund(key: string, args: { order: string; cents: number }): Promise<Reconciled<string>> { return Promise.resolve(reconciled.done(key + args.order)); }
  previewRefund(order: string, cents: number): Preview { return { text: order + cents }; }
  private hidden(): Preview { return { text: '' }; }
  static still(): Preview { return { text: '' }; }`;

it('the module calls the methods that @Preview and @Effect name, in a newer format [NEW-26, NEW-28]', () => {
  const { model, diagnostics } = read(`
  /** Refunds. */ @Effect({ reconcile: 'findRefund' }) @Preview('previewRefund') @RequiresApproval() @Tool()
  refund(order: string, cents: number, run: RunContext): Promise<string> { return Promise.resolve(order + cents + run.runId); }${METHODS}`);
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const text = writeModule(model, { out: '/project/src/toolsets.gen.ts' });
  expect(text).toContain(`reflected(${EFFECTS_FORMAT}, () => ({`);
  expect(text).toContain('preview: (t, a) => t.previewRefund(a.order, a.cents),');
  expect(text).toContain('reconcile: (t, key, a, run) => t.findRefund(key, a, run),');
});

it.each(['@Effect()', '@Background()'])(
  'a module with %s has the newer format, since an older runtime ignores it',
  (one) => {
    const { model } = read(`  /** A. */ ${one} @Tool() a(): string { return ''; }`);
    expect(writeModule(model, { out: '/project/src/toolsets.gen.ts' })).toContain(`reflected(${EFFECTS_FORMAT}, `);
  },
);

it('a module without them keeps its format', () => {
  const { model } = read(`  /** A. */ @Tool() a(): string { return ''; }`);
  expect(writeModule(model, { out: '/project/src/toolsets.gen.ts' })).toContain(`reflected(${REFLECTED_FORMAT}, `);
});

it.each(['gone', 'hidden', 'still'])('HAFT1080: rejects the name %s, which no public instance method has', (name) => {
  expect(
    found(`  /** A. */ @RequiresApproval() @Preview('${name}') @Tool() a(): string { return ''; }${METHODS}`),
  ).toEqual([`error HAFT1080 4 @Preview names '${name}', which is not a public instance method of Refunds.`]);
});

it.each([
  [`@RequiresApproval() @Preview('previewRefund')`, 'order: number', 'Preview', 'previewRefund'],
  [
    `@RequiresApproval() @Preview('findRefund')`,
    'key: string, args: { order: string; cents: number }',
    'Preview',
    'findRefund',
  ],
  [`@Effect({ reconcile: 'findRefund' })`, 'invoice: string', 'Effect', 'findRefund'],
  [`@Effect({ reconcile: 'previewRefund' })`, 'order: string', 'Effect', 'previewRefund'],
])('HAFT1081: rejects a method that does not fit: %s', (decorators, parameters, name, method) => {
  expect(found(`  /** A. */ ${decorators} @Tool() a(${parameters}): string { return ''; }${METHODS}`)).toContain(
    `error HAFT1081 4 @${name} names '${method}', which has other parameters or another result.`,
  );
});

it.each([
  ['@Background() @External()', 'error HAFT1082 4 @Background'],
  ['@Effect() @Hints({ readOnly: true })', 'warning HAFT1082 4 @Effect'],
  [`@Preview('previewRefund')`, 'warning HAFT1082 4 @Preview'],
])('HAFT1082: reports %s', (decorators, start) => {
  const reports = found(
    `  /** A. */ ${decorators} @Tool() a(order: string, cents: number): string { return order + cents; }${METHODS}`,
  );
  expect(reports.some((one) => one.startsWith(start))).toBe(true);
});
