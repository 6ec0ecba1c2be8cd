// One check for each task. expect(isRight, problem) notes a problem.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, mkdtempSync, cpSync, writeFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Numbers are compared without signs for thousands. */
const plain = (text) => text.replace(/(\d)[,\u202f\u00a0 ](?=\d{3}(\D|$))/g, '$1');
const isNumber = (part) => /^\d+(\.\d+)?$/.test(String(part));
/** Whether the answer has all parts: texts in any case, numbers as whole numbers. */
export const has = (answer, ...parts) =>
  parts.every((part) =>
    isNumber(part)
      ? new RegExp(`(?<![\\d.])${String(part).replace('.', '\\.')}(?!\\.?\\d)`).test(plain(answer))
      : plain(answer).toLowerCase().includes(String(part).toLowerCase()),
  );
export const euros = (cents) => (cents / 100).toFixed(2);

/** All files below a folder, by path. */
export function filesOf(folder, under = '') {
  return Object.fromEntries(
    readdirSync(join(folder, under), { withFileTypes: true }).flatMap((entry) => {
      const path = under === '' ? entry.name : `${under}/${entry.name}`;
      return entry.isDirectory()
        ? Object.entries(filesOf(folder, path))
        : [[path, readFileSync(join(folder, path), 'utf8')]];
    }),
  );
}

/** Compares the files with what they should be: expected(path, before) returns the text after. */
export function compareFiles({ folder, world }, expect, expected, isIgnored = () => false) {
  const after = filesOf(folder);
  for (const [path, before] of Object.entries(world.files)) {
    if (isIgnored(path)) continue;
    expect(after[path] === expected(path, before), `${path} is not as it should be`);
  }
  for (const path of Object.keys(after)) expect(path in world.files || isIgnored(path), `${path} is new`);
}

/** Runs `node --test` on a copy of the repository with a further test. */
export function testRepository(folder, name, test) {
  const copy = mkdtempSync(join(tmpdir(), 'model-tasks-'));
  try {
    cpSync(folder, copy, { recursive: true });
    writeFileSync(join(copy, 'test', name), test);
    const files = readdirSync(join(copy, 'test')).map((file) => `test/${file}`);
    return spawnSync(process.execPath, ['--test', ...files], { cwd: copy, encoding: 'utf8' }).status === 0;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

const HIDDEN_FEES = `import assert from 'node:assert';
import test from 'node:test';
import { feeOf } from '../src/fees.js';
const cases = [[1, 1, false, 390], [1000, 3, true, 1170], [1001, 1, false, 690], [5000, 2, false, 863], [5000, 2, true, 1725], [5001, 2, true, 2975], [9000, 3, false, 1785]];
for (const [weightGrams, zone, express, fee] of cases) test(String([weightGrams, zone, express]), () => assert.equal(feeOf({ weightGrams, zone, express }), fee));
`;

export const checks = {
  editFolder(facts, expect) {
    const renamed = (text) => text.replaceAll('KITE MAIL', 'KITE POST').replace(/(\b)Kite(\s)Mail\b/g, '$1Kite$2Post');
    compareFiles(facts, expect, (path, before) => (path.startsWith('docs/guide/') ? renamed(before) : before));
    const changed = Object.entries(facts.world.files).filter(
      ([path, text]) => path.startsWith('docs/guide/') && renamed(text) !== text,
    ).length;
    expect(has(facts.answers[0], changed) || has(facts.answers[0], 'six'), `the answer should say ${changed} files`);
  },
  fixBug(facts, expect) {
    compareFiles(
      facts,
      expect,
      (path, before) => before,
      (path) => path === 'repo/src/fees.js',
    );
    expect(
      testRepository(join(facts.folder, 'repo'), 'hidden.test.js', HIDDEN_FEES),
      'feeOf does not follow the README',
    );
  },
  renameSymbol(facts, expect) {
    compareFiles(facts, expect, (path, before) => {
      if (!facts.world.truth.renamed.includes(path)) return before;
      return before.replace(/(?<!\.)\bfetchParcel\b|(?<=store\.)\bfetchParcel\b(?!\.ms)/g, 'loadParcel');
    });
  },
  sumByGroup({ answers, world }, expect) {
    const sums = {};
    for (const line of world.files['data/sales.csv'].trim().split('\n').slice(1)) {
      const [, , day, region, amount] = /^(\d+),([\d-]+),(\w+),"[^"]*","([^"]*)"/.exec(line);
      if (day.startsWith('2026-08'))
        sums[region] = (sums[region] ?? 0) + Math.round(Number(amount.replaceAll(',', '')) * 100);
    }
    const all = Object.values(sums).reduce((a, b) => a + b, 0);
    for (const [region, cents] of Object.entries(sums))
      expect(has(answers[0], region, euros(cents)), `${region} has ${euros(cents)}`);
    expect(has(answers[0], euros(all)), `all regions have ${euros(all)}`);
  },
  joinTables({ answers, world: { truth } }, expect) {
    const sums = truth.customerRows.map(({ id, name }) => [
      name,
      truth.orderRows
        .filter((o) => o.customer === id && o.status === 'paid')
        .reduce((sum, { cents }) => sum + cents, 0),
    ]);
    for (const [name, cents] of sums.sort((a, b) => b[1] - a[1]).slice(0, 3))
      expect(has(answers[0], name, euros(cents)), `${name} has ${euros(cents)}`);
    const ids = truth.customerRows.map(({ id }) => id);
    const unknown = truth.orderRows.filter(({ customer }) => !ids.includes(customer)).length;
    expect(new RegExp(`\\b${unknown}\\b`).test(answers[0]), `${unknown} orders have an unknown customer`);
  },
  errorsByDay({ answers, world: { truth } }, expect) {
    for (const [day, errors] of Object.entries(truth.errorsByDay)) {
      const line =
        answers[0]
          .split(/[\n;]|, /)
          .find((part) => part.includes(day) || part.includes(`${Number(day.slice(8))} Nov`)) ?? '';
      expect(new RegExp(`\\b${errors}\\b`).test(line.replace(day, '')), `${day} has ${errors}`);
    }
  },
  tableOfPage({ answers, world }, expect) {
    const { tariffs } = world.pages;
    for (const [name, , monthly, yearly] of tariffs) {
      const difference = Math.abs(12 * Number(monthly) - Number(yearly));
      const lines = answers[0].split('\n').filter((line) => line.includes(name));
      expect(has(lines.join('\n'), difference), `${name} differs by ${difference}`);
    }
    // One sentence names the tariffs with phone support, or the line of each tariff says it.
    const sentence = answers[0]
      .split(/\n|(?<=\.)\s/)
      .filter((part) => /phone/i.test(part))
      .join(' ');
    const inSentence = tariffs.every(([name, , , , phone]) => sentence.includes(name) === (phone === 'yes'));
    const inLines = tariffs.every(([name, , , , phone]) => new RegExp(`${name}.*\\b${phone}\\b`, 'i').test(answers[0]));
    expect(
      inSentence || inLines,
      `phone support: ${tariffs
        .filter((one) => one[4] === 'yes')
        .map(([name]) => name)
        .join(', ')}`,
    );
  },
  follow404({ answers, fetched }, expect) {
    expect(has(answers[0], '340', '12'), 'a key may send 340 a minute, 12 in a burst');
    expect(has(answers[0], '/reference/requests'), 'the page is /reference/requests');
    expect(fetched.includes('/reference/requests'), 'the page was not read');
  },
  refund({ answers, shop, asked }, expect) {
    expect(
      shop.refunds.length === 1 && shop.refunds[0].orderId === 'A-1900' && shop.refunds[0].amountCents === 7000,
      'A-1900 needs one refund of 70.00',
    );
    expect(asked.length === 1, `people were asked ${asked.length} times, once is enough`);
    expect(
      has(answers[0], 'A-1900') && (has(answers[0], '70') || has(answers[0], '70.00')),
      'the answer should name A-1900 and 70 euros',
    );
  },
  planRefs({ answers, shop, calls, world }, expect) {
    const order = shop.orders.find(({ id }) => id === 'A-1903');
    expect(
      order.status === 'shipped' && order.trackingNumber?.trim() === world.files['data/tracking.txt'].trim(),
      'A-1903 should be shipped with the number of the file',
    );
    expect(
      shop.orders.filter(({ status, trackingNumber }) => status === 'shipped' && trackingNumber).length === 1,
      'only one order should be shipped',
    );
    expect(
      calls.some(({ name }) => name === 'execute_plan'),
      'no plan was used',
    );
    expect(
      has(answers[0], 'A-1903', '159.90') || has(answers[0], 'A-1903', '15990'),
      'the answer should name A-1903 and 159.90',
    );
  },
  codeLoop({ answers, shop, calls, world }, expect) {
    const due = world.shop.orders.filter(
      ({ customerId, status, note }) => customerId === 3 && status === 'delivered' && note === 'late',
    );
    const paid = due.filter(({ id }) => id !== 'A-1912');
    for (const { id, totalCents } of paid) {
      const refunds = shop.refunds.filter(({ orderId }) => orderId === id);
      expect(
        refunds.length === 1 &&
          refunds[0].amountCents === Math.floor(totalCents / 10) &&
          refunds[0].reason === 'goodwill',
        `${id} needs one refund of ${Math.floor(totalCents / 10)}`,
      );
    }
    expect(shop.refunds.length === paid.length, `there should be ${paid.length} refunds`);
    expect(
      calls.some(({ name }) => name === 'execute_code'),
      'no program was used',
    );
    const sum = paid.reduce((total, { totalCents }) => total + Math.floor(totalCents / 10), 0);
    expect(has(answers[0], euros(sum), 'A-1912'), `the answer should name ${euros(sum)} and A-1912`);
  },
  handbook({ answers }, expect) {
    expect(has(answers[0], 'twelve') || has(answers[0], '12'), 'it is twelve weeks');
    expect(has(answers[0], 'parents.md'), 'the document is parents.md');
  },
  remember({ answers }, expect) {
    expect(has(answers[1], 'Falkland', '4.117'), 'it is Falkland and 4.117');
  },
  weekly({ answers, schedules }, expect) {
    expect(schedules.length === 1, `there should be one schedule, not ${schedules.length}`);
    const text = JSON.stringify(schedules[0] ?? {});
    expect(
      has(text, 'Asia/Tokyo', '"07:30"') || has(text, 'Asia/Tokyo', '"hour":7', '"minute":30'),
      'it should run at 07:30 in Asia/Tokyo',
    );
    expect(has(text, 'weekly') || has(text, 'mon'), 'it should be weekly');
    expect(has(text, 'report_sales', 'country'), 'it should call report_sales by country');
    expect((schedules[0]?.prompt ?? '') !== '', 'it needs a prompt for the summary');
    expect(has(answers[0], '23:30'), 'the first time is Sunday 29 November, 23:30 in Oslo');
    expect(/29/.test(answers[0]), 'the first time is on 29 November');
  },
  skill({ folder, world }, expect) {
    const lines = world.files['logs/server.log'].trim().split('\n');
    const count = (level) => lines.filter((line) => line.split(' ')[1] === level).length;
    const share = count('ERROR') / lines.length;
    const verdict = share > 0.03 ? 'red' : share >= 0.01 ? 'amber' : 'green';
    const file = join(folder, 'reports/2026-11-16.md');
    const expected = `Status of 2026-11-16\n\nerrors: ${count('ERROR')}\nwarnings: ${count('WARN')}\nverdict: ${verdict}\n\nSigned: the operators`;
    expect(existsSync(file), 'there is no reports/2026-11-16.md');
    if (existsSync(file)) expect(readFileSync(file, 'utf8').trim() === expected, `the report should be: ${expected}`);
  },
};
