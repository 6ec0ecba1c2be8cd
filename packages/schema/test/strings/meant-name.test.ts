import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { meantName } from '../../src/internal.js';

describe('the tool that a model means by a name that no tool has', () => {
  const machine = ['get_weather', 'bash', 'web_search'];
  const shop = ['order_search', 'order_get', 'order_cancel', 'refund_list', 'customer_create', 'customer_delete'];
  it.each<[string, readonly string[], string | undefined]>([
    ['tool:execute_bash', machine, 'bash'],
    ['google:tool:bash:index:0', machine, 'bash'],
    ['tool:get_weather', machine, 'get_weather'],
    ['default_api.webSearch', machine, 'web_search'],
    ['mcp__weather__get_weather', machine, 'get_weather'],
    ['completely_other', machine, undefined],
    ['searchOrders', shop, 'order_search'],
    ['search_orders', shop, 'order_search'],
    ['find_orders', shop, 'order_search'],
    ['orders/search', shop, 'order_search'],
    ['fetch-order', shop, 'order_get'],
    ['remove_customer', shop, 'customer_delete'],
    ['add_new_customer', shop, 'customer_create'],
    ['abort_order', shop, 'order_cancel'],
    ['ordr_serch', shop, 'order_search'],
    ['read_file', ['file_read', 'file_write'], 'file_read'],
    ['view_file', ['file_read', 'file_write'], 'file_read'],
    ['list_databases', ['database_list'], 'database_list'],
    ['weather', machine, 'get_weather'],
    ['list_orders', ['order_list', 'order_get'], 'order_list'],
    ['invoice_search', ['customer_invoice_search', 'order_search'], 'customer_invoice_search'],
  ])('%s of %j is %s', (asked, names, expected) => {
    expect(meantName(asked, names)).toBe(expected);
  });

  it.each<[string, readonly string[]]>([
    ['refund', shop],
    ['refund', ['refund_list']],
    ['finds', ['search_tools', 'note']],
    ['set_order', ['get_order']],
    ['delete_order', ['order_get', 'order_create']],
    ['create_customer', ['customer_delete']],
    ['pay_invoice', ['invoice_search', 'invoice_get']],
    ['!!!', ['???', 'bash']],
    ['', ['bash']],
    ['bash', []],
  ])('%s of %j is in doubt, or another action', (asked, names) => {
    expect(meantName(asked, names)).toBeUndefined();
  });
});

describe('the argument that a model means', () => {
  const edit = ['path', 'oldText', 'newText', 'replaceAll'];
  const read = ['path', 'offset', 'limit'];
  it.each<[string, readonly string[], string]>([
    ['file_path', edit, 'path'],
    ['filePath', edit, 'path'],
    ['filename', edit, 'path'],
    ['old_string', edit, 'oldText'],
    ['new_string', edit, 'newText'],
    ['newContent', edit, 'newText'],
    ['replace_all', edit, 'replaceAll'],
    ['start_line', read, 'offset'],
    ['max_lines', read, 'limit'],
    ['q', ['query'], 'query'],
    ['search_term', ['query', 'limit'], 'query'],
    ['k', ['query', 'limit', 'tag'], 'limit'],
    ['top_k', ['query', 'limit', 'filters'], 'limit'],
    ['n', ['limit', 'tag'], 'limit'],
    ['num_results', ['query', 'limit'], 'limit'],
    ['arguments', ['tool', 'args'], 'args'],
    ['params', ['name', 'arguments'], 'arguments'],
    ['destination', ['from', 'to'], 'to'],
    ['source_path', ['from', 'to'], 'from'],
    ['user_id', ['id', 'name'], 'id'],
  ])('%s of %j is %s', (asked, names, expected) => {
    expect(meantName(asked, names)).toBe(expected);
  });

  it('is not a name whose value it cannot be', () => {
    expect(meantName('file_path', edit, () => false)).toBeUndefined();
  });
});

it('is one of the names, for any text, in a short time', () => {
  const name = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom(...'aA_.-: list get') }));
  fc.assert(
    fc.property(name, fc.array(name), (asked, names) => {
      const meant = meantName(asked, names);
      expect(meant === undefined || names.includes(meant)).toBe(true);
    }),
  );
  expect(meantName('Aa_'.repeat(100_000), ['bash'])).toBeUndefined();
});
