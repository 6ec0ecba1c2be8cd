import type { CallLedger, CallRow, RowFilter } from '@haft/runtime';

/** Reads all rows that fit, page by page. Rows that end meanwhile do not move the others. */
export async function* allRows(store: CallLedger, filter: RowFilter): AsyncGenerator<CallRow> {
  for (let after: CallRow | undefined; ;) {
    const page = await store.list({ ...filter, limit: PAGE, ...(after && { after }) });
    yield* page;
    after = page.at(-1);
    if (page.length < PAGE) return;
  }
}

const PAGE = 1000;
