import { Effect, Param, reconciled, Tool, Toolset, type Reconciled, type RunContext } from 'haft';

/** The payment provider. It takes each key once, as Stripe and others do. */
export class Bank {
  readonly receipts = new Map<string, string>();

  async pay(cents: number, key: string): Promise<string> {
    const receipt = this.receipts.get(key) ?? `receipt ${this.receipts.size + 1}: ${cents} cents`;
    this.receipts.set(key, receipt);
    return receipt;
  }
}

@Toolset()
export class PaymentToolset {
  constructor(private readonly bank: Bank) {}

  /** Pays an amount. */
  @Effect({ reconcile: 'findPayment' })
  @Tool()
  async pay(@Param({ integer: true, minimum: 1 }) cents: number, run: RunContext): Promise<string> {
    return await this.bank.pay(cents, run.idempotencyKey);
  }

  /** After a crash, finds out whether the call was paid. */
  async findPayment(key: string): Promise<Reconciled<string>> {
    const receipt = this.bank.receipts.get(key);
    return receipt === undefined ? reconciled.notDone() : reconciled.done(receipt);
  }
}
