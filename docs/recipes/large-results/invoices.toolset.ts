import { Ref, Tool, Toolset } from 'haft';

export interface Invoice {
  customer: string;
  cents: number;
}

@Toolset({ prefix: 'invoice' })
export class InvoiceToolset {
  /** Finds the invoices of a year. */
  @Tool()
  find(year: number): Ref<Invoice[]> {
    return new Ref(Array.from({ length: 1000 }, (_, n) => ({ customer: `${year}-${n}`, cents: 100 })));
  }

  /** Adds up invoices. */
  @Tool()
  total(invoices: Invoice[]): string {
    return `${invoices.reduce((sum, { cents }) => sum + cents, 0) / 100} EUR`;
  }
}
