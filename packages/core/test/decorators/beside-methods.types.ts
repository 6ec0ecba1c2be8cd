import {
  Background,
  Complete,
  Effect,
  Preview,
  Prompt,
  reconciled,
  RequiresApproval,
  Resource,
  Tool,
  type Reconciled,
  type RunContext,
} from '@haft/core';
interface Refund {
  id: string;
}
/* The compiler checks this file, for both decorator standards. */

export class Refunds {
  private readonly refunds = new Map<string, Refund>();
  @Effect({ reconcile: 'findRefund' })
  @Preview('previewRefund')
  @RequiresApproval()
  @Tool()
  refund(order: string, cents: number, run: RunContext): Promise<Refund> {
    return Promise.resolve({ id: order + cents + run.runId });
  }
  findRefund(key: string, args: { order: string; cents: number }): Promise<Reconciled<Refund>> {
    const found = this.refunds.get(key + args.order);
    return Promise.resolve(found === undefined ? reconciled.notDone() : reconciled.done(found));
  }
  previewRefund(order: string, cents: number): Preview {
    return { text: `Refunds ${cents} of ${order}.` };
  }
  @Effect() @Background({ queue: 'slow' }) @Tool() plain(): void {
    return;
  }
  @Effect({ reconcile: 'noResult' }) @Tool() async void(): Promise<void> {
    return;
  }
  noResult(): Reconciled<void> {
    return reconciled.done(undefined);
  }
  // @ts-expect-error there is no such method
  @Effect({ reconcile: 'findOther' }) @Tool() a(): string {
    return '';
  }
  // @ts-expect-error the method is private
  @Effect({ reconcile: 'hidden' }) @Tool() b(): string {
    return '';
  }
  private hidden(): Reconciled<string> {
    return reconciled.unknown();
  }
  // @ts-expect-error another result
  @Effect({ reconcile: 'findRefund' }) @Tool() c(): string {
    return this.hidden().kind;
  }
  // @ts-expect-error other parameters
  @Preview('previewRefund') @Tool() d(order: number): string {
    return String(order);
  }
  // @ts-expect-error no preview
  @Preview('refund') @Tool() e(order: string, cents: number, run: RunContext): string {
    return order + cents + run.runId;
  }
  // @ts-expect-error no such method
  @Preview('previewed') @Tool() f(): string {
    return '';
  }
  // @ts-expect-error static
  @Preview('still') @Tool() g(): string {
    return '';
  }
  static still(): Preview {
    return { text: '' };
  }
  @Resource('orders://{id}{?part}', { list: 'listed' }) order(id: number, part = 'head'): string {
    return `${id} ${part}`;
  }
  listed(run: RunContext): (string | { uri: string; name: string })[] {
    return [`orders://${run.runId}`, { uri: 'orders://1', name: 'One' }];
  }
  @Complete('order', 'id') @Complete('ask', 'id') ids(text: string, given: { part?: string }): Promise<string[]> {
    return Promise.resolve([text + (given.part ?? '')]);
  }
  @Prompt() ask(id: string): Prompt {
    return [{ role: 'assistant', text: id }];
  }
  // @ts-expect-error there is no such method
  @Complete('orders', 'id') i(text: string): string[] {
    return [text];
  }
  // @ts-expect-error not texts
  @Complete('order', 'id') j(text: string): number[] {
    return [text.length];
  }
  // @ts-expect-error no method lists
  @Resource('orders://{id}', { list: 'ids' }) k(id: string): string {
    return id;
  }
  // @ts-expect-error prompts do not have the option
  @Prompt({ aliases: ['ask'] }) l(): string {
    return '';
  }
  // @ts-expect-error an option that does not exist
  @Effect({ reconcil: 'findRefund' }) @Tool() h(): string {
    return '';
  }
}
