// The world of the tasks: files, handbook, skills, web pages and shop data, all from one seed.
// worldOf(seed) returns plain data and is the truth that the checks compare with.
// writeWorld(folder, world) writes it into a fresh folder.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A small random generator: the same seed gives the same numbers. */
export function randomOf(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const integer = (from, to) => from + Math.floor(next() * (to - from + 1));
  const pick = (list) => list[integer(0, list.length - 1)];
  return { next, integer, pick };
}

export function worldOf(seed = 1) {
  const random = randomOf(seed);
  const { repo, renamed } = repository();
  const { sales, totals } = salesTable(random);
  const { customers, orders, customerRows, orderRows } = twoTables(random);
  const { log, errorsByDay } = serverLog(random);
  return {
    seed,
    now: '2026-11-26T15:20:00Z', // a Thursday
    files: {
      ...repo,
      ...guide(),
      'data/sales.csv': sales,
      'data/customers.csv': customers,
      'data/orders.jsonl': orders,
      'data/tracking.txt': 'TR-88-4471-NO',
      'logs/server.log': log,
    },
    handbook: handbook(),
    skills: skills(),
    memories: [
      { userId: 'kim', content: 'My desk is 2.031, next to the printer.' },
      { userId: 'lee', content: 'The code word for the courier is Tristan.' },
      { userId: 'kim', content: 'I prefer aisle seats on trains.' },
    ],
    pages: pages(random),
    shop: shopData(random),
    truth: { renamed, totals, customerRows, orderRows, errorsByDay },
  };
}

export function writeWorld(folder, world) {
  rmSync(folder, { recursive: true, force: true });
  const write = (root, files) => {
    for (const [path, text] of Object.entries(files)) {
      const file = join(folder, root, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
  };
  write('work', world.files);
  write('handbook', world.handbook);
  write('skills', world.skills);
}

/** A JavaScript repository with a bug in fees.js, and a function that 12 files use. */
function repository() {
  const uses = {
    'repo/src/store.js': `/** Reads one parcel. Throws if there is none. */
export async function fetchParcel(db, id) {
  const row = await db.get('parcels', id);
  if (!row) throw new Error(\`fetchParcel: no parcel \${id}\`);
  return row;
}

/** Reads all parcels of a customer. */
export async function fetchParcels(db, customerId) {
  return db.all('parcels', { customerId });
}
`,
    'repo/src/track.js': `import { fetchParcel } from './store.js';

export async function track(db, id) {
  const parcel = await fetchParcel(db, id);
  return { id, status: parcel.status, place: parcel.place };
}
`,
    'repo/src/label.js': `import { fetchParcel } from './store.js';

export const labelOf = async (db, id) => {
  const { name, street, city } = await fetchParcel(db, id);
  return [name, street, city].join('\\n');
};
`,
    'repo/src/invoice.js': `import { feeOf } from './fees.js';
import { fetchParcel, fetchParcels } from './store.js';

export async function invoiceOf(db, customerId) {
  const parcels = await fetchParcels(db, customerId);
  return parcels.reduce((sum, parcel) => sum + feeOf(parcel), 0);
}

export async function invoiceOfParcel(db, id) {
  return feeOf(await fetchParcel(db, id));
}
`,
    'repo/src/prefetch.js': `import { fetchParcel } from './store.js';

const cache = new Map();

/** Reads a parcel ahead of its use. */
export function prefetchParcel(db, id) {
  if (!cache.has(id)) cache.set(id, fetchParcel(db, id));
  return cache.get(id);
}
`,
    'repo/src/returns.js': `import * as store from './store.js';

export async function returnParcel(db, id, reason) {
  const parcel = await store.fetchParcel(db, id);
  return db.put('returns', { id: parcel.id, reason });
}
`,
    'repo/src/notify.js': `import { fetchParcel as read } from './store.js';

export async function notify(db, mail, id) {
  const parcel = await read(db, id);
  await mail.send(parcel.email, \`Your parcel \${id} is \${parcel.status}.\`);
}
`,
    'repo/src/index.js': `export { feeOf } from './fees.js';
export { fetchParcel, fetchParcels } from './store.js';
export { prefetchParcel } from './prefetch.js';
export { track } from './track.js';
`,
    'repo/src/api/routes.js': `import { fetchParcel } from '../store.js';

export const routes = (db) => ({
  'GET /parcels/:id': ({ id }) => fetchParcel(db, id),
});
`,
    'repo/src/api/metrics.js': `import { fetchParcel } from '../store.js';

// The name of the metric is read by dashboards. It must not change.
export async function timed(db, id, record) {
  const start = Date.now();
  const parcel = await fetchParcel(db, id);
  record('store.fetchParcel.ms', Date.now() - start);
  return parcel;
}
`,
    'repo/test/store.test.js': `import assert from 'node:assert';
import test from 'node:test';
import { fetchParcel } from '../src/store.js';

test('fetchParcel throws if there is no parcel', async () => {
  await assert.rejects(fetchParcel({ get: async () => undefined }, 7), /no parcel 7/);
});
`,
    'repo/test/track.test.js': `import assert from 'node:assert';
import test from 'node:test';
import { fetchParcel, track } from '../src/index.js';

test('track tells status and place', async () => {
  const db = { get: async () => ({ id: 1, status: 'sent', place: 'Oslo' }) };
  assert.equal((await fetchParcel(db, 1)).id, 1);
  assert.deepEqual(await track(db, 1), { id: 1, status: 'sent', place: 'Oslo' });
});
`,
  };
  const rest = {
    'repo/package.json': '{ "name": "parcel", "type": "module", "scripts": { "test": "node --test test/" } }\n',
    'repo/README.md': `# parcel

Fees in cents:

- up to and including 1000 g: 390. Up to and including 5000 g: 690. Above: 1190.
- zone 2 adds a quarter, zone 3 adds a half.
- express doubles the fee, after the zone was added.
- Half a cent is rounded up. Round once, at the end.
`,
    'repo/src/fees.js': `const BANDS = [
  { upTo: 1000, cents: 390 },
  { upTo: 5000, cents: 690 },
  { upTo: Infinity, cents: 1190 },
];
const ZONES = { 1: 0, 2: 0.25, 3: 0.5 };

/** Returns the fee of a parcel in cents. */
export function feeOf({ weightGrams, zone = 1, express = false }) {
  const band = BANDS.find(({ upTo }) => weightGrams < upTo);
  const withZone = Math.round(band.cents * (1 + ZONES[zone]));
  return express ? withZone * 2 : withZone;
}
`,
    'repo/src/dates.js': `export const dayOf = (date) => date.toISOString().slice(0, 10);
`,
    'repo/src/money.js': `export const euros = (cents) => (cents / 100).toFixed(2);
`,
    'repo/test/fees.test.js': `import assert from 'node:assert';
import test from 'node:test';
import { feeOf } from '../src/fees.js';

test('a light parcel', () => assert.equal(feeOf({ weightGrams: 200 }), 390));
test('a parcel of exactly 1000 g is light', () => assert.equal(feeOf({ weightGrams: 1000 }), 390));
test('zone 2 adds a quarter', () => assert.equal(feeOf({ weightGrams: 200, zone: 2 }), 488));
test('express doubles the fee, and rounds once', () => {
  assert.equal(feeOf({ weightGrams: 200, zone: 2, express: true }), 975);
});
`,
    'repo/CHANGELOG.md': `## 2.1.0

- Adds \`fetchParcel\`.
`,
  };
  return { repo: { ...uses, ...rest }, renamed: Object.keys(uses) };
}

/** Pages about a product that is to be renamed. */
function guide() {
  const page = (title, ...lines) => `# ${title}\n\n${lines.join('\n\n')}\n`;
  return {
    'docs/guide/intro.md': page('Kite Mail', 'Kite Mail sends newsletters. Kite Mail is made in Bergen.'),
    'docs/guide/install.md': page(
      'Install',
      'Install Kite Mail with:',
      '```sh\nnpm i -g kite-mail\nkite-mail init\n```',
    ),
    'docs/guide/lists.md': page('Lists', 'A list has readers.', 'Kite\nMail keeps one list for each newsletter.'),
    'docs/guide/send.md': page(
      'Send',
      'Press *Send*. [Kite Mail](https://kite-mail.example/send) tells how many readers got it.',
    ),
    'docs/guide/prices.md': page('Prices', 'The free plan has 500 readers.'),
    'docs/guide/api/keys.md': page(
      'Keys',
      'Kite Mail signs requests with `KITE_MAIL_KEY`.',
      'KITE MAIL SHOWS A KEY ONCE.',
    ),
    'docs/guide/api/errors.md': page('Errors', '| code | meaning |\n| --- | --- |\n| 429 | Kite Mail is busy |'),
    'docs/archive/2024.md': page('2024', 'Kite Mail 1.0 was published.'),
  };
}

const EUROS = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 });

/** Sales with quoted commas, thousands separators and refunds. */
function salesTable(random) {
  const regions = ['North', 'South', 'East', 'West', 'Islands'];
  const rows = ['id,day,region,customer,amount,currency'];
  const totals = {};
  for (let i = 1; i <= 400; i++) {
    const region = random.pick(regions);
    let cents = random.integer(500, 240_000);
    if (i % 17 === 0) cents = -random.integer(500, 20_000);
    const day = `2026-${String(random.integer(7, 9)).padStart(2, '0')}-${String(random.integer(1, 28)).padStart(2, '0')}`;
    const amount = EUROS.format(cents / 100);
    rows.push(
      `${i},${day},${region},"${random.pick(['Berg', 'Lund', 'Dahl', 'Holm'])}, ${random.pick(['Inc.', 'Ltd.', 'AS'])}","${amount}",EUR`,
    );
    totals[region] = (totals[region] ?? 0) + cents;
  }
  return { sales: rows.join('\n') + '\n', totals };
}

/** Customers in CSV with leading zeros in ids, orders in JSON lines. */
function twoTables(random) {
  const names = ['Aas', 'Bakke', 'Dale', 'Eide', 'Foss', 'Grande', 'Haug', 'Ihle', 'Juul', 'Krog', 'Lie', 'Moe'];
  const customerRows = names.map((name, i) => ({
    id: String(1000 + i * 37).padStart(6, '0'),
    name,
    country: random.pick(['NO', 'SE', 'DK']),
  }));
  const orderRows = [];
  for (let i = 0; i < 250; i++) {
    const known = i % 23 !== 5;
    orderRows.push({
      order: 5000 + i,
      customer: known ? random.pick(customerRows).id : String(900_000 + i),
      status: random.pick(['paid', 'paid', 'paid', 'open', 'cancelled']),
      cents: random.integer(900, 90_000),
    });
  }
  return {
    customerRows,
    orderRows,
    customers: 'id,name,country\n' + customerRows.map((c) => `${c.id},${c.name},${c.country}`).join('\n') + '\n',
    orders: orderRows.map((row) => JSON.stringify(row)).join('\n') + '\n',
  };
}

/** A log in which the word ERROR also occurs in messages of other levels. */
function serverLog(random) {
  const errorsByDay = {};
  const lines = [];
  for (let day = 10; day <= 16; day++) {
    const date = `2026-11-${day}`;
    errorsByDay[date] = 0;
    for (let i = 0; i < 420; i++) {
      const time = `${String(Math.floor(i / 18)).padStart(2, '0')}:${String((i * 7) % 60).padStart(2, '0')}:00Z`;
      const roll = random.next();
      if (roll < 0.05) {
        errorsByDay[date]++;
        lines.push(`${date}T${time} ERROR db timeout after ${random.integer(900, 3000)} ms`);
      } else if (roll < 0.09) lines.push(`${date}T${time} INFO retry after ERROR of upstream`);
      else if (roll < 0.12) lines.push(`${date}T${time} WARN ERROR budget at ${random.integer(10, 90)} %`);
      else lines.push(`${date}T${time} INFO GET /parcels/${random.integer(1, 9999)} 200`);
    }
  }
  return { log: lines.join('\n') + '\n', errorsByDay };
}

function handbook() {
  return {
    'leave.md':
      '# Leave\n\nEmployees have 25 days of leave a year. Ask your lead two weeks before a leave of more than five days.\n\n## Carry over\n\nUp to five days move into the next year. They end on 31 March.\n',
    'parents.md':
      '# Parental leave\n\nTell the people team **ten weeks** before the leave begins. In Norway the notice is **twelve weeks**, because the authority needs the form first.\n\nThe leave lasts 20 weeks at full pay.\n',
    'notice.md':
      '# Notice\n\nAfter the trial period, the notice is three months. During the trial period it is two weeks.\n',
    'travel.md':
      '# Travel\n\nTrains before planes below 700 km. The daily allowance is 55 euros in Norway and 42 euros elsewhere.\n',
    'expenses.md':
      '# Expenses\n\nSend receipts within 30 days. Meals with customers are paid up to 60 euros a person.\n',
    'security.md': '# Security\n\nLock your screen. Report a lost laptop within one hour to security@kite.example.\n',
    'offices.md':
      '# Offices\n\nBergen, Oslo (Norway), Aarhus (Denmark), Lund (Sweden). Each office has a first aider.\n',
    'oncall.md': '# On call\n\nA week on call pays 400 euros, and one day of leave.\n',
    'hiring.md': '# Hiring\n\nTwo interviews, one work sample. Answer a candidate within ten days.\n',
    'equipment.md': '# Equipment\n\nA laptop is replaced after four years. Order chairs from the people team.\n',
  };
}

function skills() {
  const skill = (name, description, text) => `---\nname: ${name}\ndescription: ${description}\n---\n\n${text}\n`;
  return {
    'status-report/SKILL.md': skill(
      'status-report',
      'Writes the status report of a log folder. Use it when someone asks for a status report.',
      '1. Count the lines of each level (ERROR, WARN, INFO) in the log.\n2. Fill the template in `assets/template.md`. Replace each `{...}`.\n3. Write the report to `reports/YYYY-MM-DD.md`, where the date is the last day in the log.\n4. The verdict is in `references/verdict.md`.',
    ),
    'status-report/assets/template.md':
      'Status of {last day}\n\nerrors: {errors}\nwarnings: {warnings}\nverdict: {verdict}\n\nSigned: the operators\n',
    'status-report/references/verdict.md':
      '`red` if more than 3 % of all lines are errors, `amber` from 1 % to 3 %, else `green`.\n',
    'release-notes/SKILL.md': skill(
      'release-notes',
      'Writes release notes from a changelog.',
      'One line for each change, the reader in mind.',
    ),
    'complaint/SKILL.md': skill(
      'complaint',
      'Answers the complaint of a customer.',
      'Say sorry once. Say what happens next, and when.',
    ),
  };
}

/** Styles and scripts before the content, as real pages have them: about 30,000 characters. */
function head() {
  const style = Array.from(
    { length: 260 },
    (_, i) =>
      `.c${i}{margin:${i % 9}px;padding:${i % 7}px;color:#${(i * 4099).toString(16).slice(-3).padStart(3, '0')}}`,
  );
  const script = Array.from(
    { length: 260 },
    (_, i) => `window.app.on("e${i}",function(e){if(e.id===${i}){app.send("t${i}")}});`,
  );
  return `<style>${style.join('')}</style><script>window.app={on(){},send(){}};${script.join('')}</script>`;
}

/** Pages of a web server: path to { status, type, body }. */
function pages(random) {
  const html = (title, main) =>
    `<!doctype html><html><head><title>${title}</title>${head()}</head><body><nav><a href="/">Home</a> <a href="/tariffs">Tariffs</a></nav><main><h1>${title}</h1>${main}</main><footer>Kite, Bergen</footer></body></html>`;
  const cells = (list, tag = 'td') => `<tr>${list.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`;
  const tariffs = [];
  for (const name of ['Mini', 'Solo', 'Team', 'Studio', 'House']) {
    tariffs.push([
      name,
      String(random.integer(1, 9)),
      String(random.integer(10, 99)),
      String(random.integer(100, 999)),
      random.pick(['yes', 'no']),
    ]);
  }
  const filler = (from, to) =>
    Array.from(
      { length: to - from },
      (_, i) =>
        `<h2>${from + i}. Rule</h2><p>${'A request carries a key, and the key belongs to one account. '.repeat(3)}</p>`,
    ).join('');
  return {
    pages: {
      '/': { body: html('Kite', '<p>Newsletters.</p>') },
      '/tariffs': {
        body: html(
          'Tariffs',
          `<p>Prices in euros without tax.</p><table><thead>${cells(['Tariff', 'Users', 'Monthly', 'Yearly', 'Phone support'], 'th')}</thead><tbody>${tariffs.map((row) => cells(row)).join('')}</tbody></table>`,
        ),
      },
      '/docs/limits': {
        status: 404,
        body: html(
          'This page has moved',
          '<p>The limits are now in <a href="/reference/requests">the reference of requests</a>, in rule 48.</p>',
        ),
      },
      '/reference/requests': {
        body: html(
          'Requests',
          `${filler(1, 48)}<h2>48. Limits</h2><p>A key may send 340 requests a minute and 12 in a burst. Above, the answer is 429.</p>${filler(49, 60)}`,
        ),
      },
      '/robots.txt': { type: 'text/plain', body: 'User-agent: *\nAllow: /\n' },
    },
    tariffs,
    head: head(),
  };
}

/** Customers and orders of the shop. */
function shopData(random) {
  const customers = [
    { id: 1, name: 'Ada Byron', email: 'ada@example.com', country: 'NO', tier: 'gold' },
    { id: 2, name: 'Adam Byrne', email: 'adam@example.com', country: 'NO', tier: 'basic' },
    { id: 3, name: 'Grace Hopper', email: 'grace@example.com', country: 'SE', tier: 'gold' },
    { id: 4, name: 'Jonas Lie', email: 'jonas@example.com', country: 'SE', tier: 'basic' },
    { id: 5, name: 'Ada Byström', email: 'ada.b@example.com', country: 'SE', tier: 'gold' },
  ];
  const statuses = ['delivered', 'delivered', 'shipped', 'open', 'cancelled'];
  const orders = [];
  for (let i = 0; i < 40; i++) {
    const total = random.integer(1500, 30_000);
    orders.push({
      id: `A-${1000 + i}`,
      customerId: (i % 4) + 1,
      status: random.pick(statuses),
      totalCents: total,
      refundedCents: 0,
      placedAt: `2026-${String(random.integer(8, 10)).padStart(2, '0')}-${String(random.integer(1, 28)).padStart(2, '0')}`,
      items: [{ sku: random.pick(['DESK', 'CHAIR', 'SHELF', 'RUG']), quantity: random.integer(1, 3) }],
    });
  }
  const add = (order) => orders.push({ refundedCents: 0, ...order });
  add({
    id: 'A-1900',
    customerId: 1,
    status: 'delivered',
    totalCents: 8900,
    placedAt: '2026-11-03',
    refundedCents: 1900,
    items: [{ sku: 'LAMP', quantity: 1 }],
  });
  add({
    id: 'A-1901',
    customerId: 1,
    status: 'delivered',
    totalCents: 8900,
    placedAt: '2026-06-14',
    items: [{ sku: 'LAMP', quantity: 1 }],
  });
  add({
    id: 'A-1902',
    customerId: 2,
    status: 'delivered',
    totalCents: 8900,
    placedAt: '2026-11-05',
    items: [{ sku: 'LAMP', quantity: 1 }],
  });
  add({
    id: 'A-1903',
    customerId: 5,
    status: 'paid',
    totalCents: 15_990,
    placedAt: '2026-11-20',
    items: [{ sku: 'SOFA', quantity: 1 }],
  });
  add({
    id: 'A-1904',
    customerId: 5,
    status: 'delivered',
    totalCents: 4990,
    placedAt: '2026-10-20',
    items: [{ sku: 'RUG', quantity: 1 }],
  });
  for (let i = 0; i < 6; i++) {
    add({
      id: `A-19${10 + i}`,
      customerId: 3,
      status: i === 4 ? 'shipped' : 'delivered',
      totalCents: random.integer(2000, 9999),
      placedAt: `2026-11-${10 + i}`,
      note: i === 1 ? undefined : 'late',
      items: [{ sku: 'SHELF', quantity: 1 }],
    });
  }
  return { customers, orders, refunds: [] };
}
