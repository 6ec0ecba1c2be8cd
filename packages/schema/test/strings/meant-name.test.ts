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

describe('the tool that a model means by other words for its name', () => {
  /** Words that mean the same action. The first is in the names of tools. */
  const actions = [
    ['get', 'fetch', 'read', 'show'],
    ['list', 'enumerate'],
    ['search', 'find', 'lookup'],
    ['create', 'add', 'new'],
    ['delete', 'remove'],
    ['update', 'edit', 'change'],
    ['cancel', 'abort'],
  ];
  const READING = ['get', 'list', 'search'];
  const subject = fc.constantFrom('order', 'customer', 'invoice', 'price list', 'file');
  const tool = fc.record({ subject, action: fc.constantFrom(...actions.map(([name]) => name as string)) });
  const nameOf = ({ subject, action }: { subject: string; action: string }): string =>
    `${subject.replace(' ', '_')}_${action}`;
  const writers: readonly ((words: readonly string[]) => string)[] = [
    (words) => words.join('_'),
    (words) => words.join('-'),
    (words) => words.join('.'),
    (words) => words.map((word) => word.toUpperCase()).join('_'),
    (words) => words.map((word, index) => (index === 0 ? word : capital(word))).join(''),
    (words) => words.map(capital).join(''),
  ];
  const form = fc.record({
    write: fc.constantFrom(...writers),
    word: fc.nat(),
    isPlural: fc.boolean(),
    isActionFirst: fc.boolean(),
    prefix: fc.constantFrom('', 'functions.', 'default_api:', 'mcp__shop__', 'tool:'),
  });

  it('is this tool in any order, case, number and wrapping, and never one of another action', () => {
    const tools = fc.uniqueArray(tool, { minLength: 1, maxLength: 12, selector: nameOf });
    fc.assert(
      fc.property(tools, tool, form, (known, meant, { write, word, isPlural, isActionFirst, prefix }) => {
        const synonyms = actions.find(([name]) => name === meant.action) ?? [];
        const action = synonyms[word % synonyms.length] ?? '';
        const subject = `${meant.subject}${isPlural ? 's' : ''}`.split(' ');
        const asked = prefix + write(isActionFirst ? [action, ...subject] : [...subject, action]);
        const names = known.map(nameOf);
        const found = known.find((one) => nameOf(one) === meantName(asked, names));
        if (names.includes(nameOf(meant))) expect({ asked, found }).toEqual({ asked, found: meant });
        else if (found !== undefined) {
          expect({ asked, found }).toEqual({ asked, found: { ...found, subject: meant.subject } });
          expect(READING).toEqual(expect.arrayContaining([found.action, meant.action]));
        }
      }),
      { numRuns: 1000 },
    );
  });

  function capital(word: string): string {
    return word.charAt(0).toUpperCase() + word.slice(1);
  }
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
