import { Tool, Toolset } from 'haft';
import type { Money } from '../shared/money.js'; // in your repository: '@acme/shared'

@Toolset({ prefix: 'billing' })
export class BillingToolset {
  /** Writes an invoice. */
  @Tool()
  invoice(customer: string, sum: Money): string {
    return `${customer} owes ${sum.cents / 100} ${sum.currency}`;
  }
}
