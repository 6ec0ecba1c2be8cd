import { validates, type JsonSchemaObject } from '@haft/schema';
import { applyRules } from '../../../src/constraints/class-validator/apply-rules.js';
import { RuleReader } from '../../../src/constraints/class-validator/read-property-rules.js';
import { ruleEntry } from '../../../src/constraints/class-validator/rule-table.js';
import {
  accepts,
  classOf,
  decoded,
  isJson,
  sourceOf,
  VALUE_GROUPS,
  type ValueGroup,
} from '../../support/class-validator-suite.js';
import { describeSuite } from '../../../../../scripts/suites/public-suite.js';
import { virtualProgram } from '../../support/virtual-program.js';

/*
 * Each recorded group is a class with the group's decorators, read from source as in a build. If
 * its property is covered, the schema decides as class-validator does. If not, the schema allows
 * all values that class-validator accepts.
 */

const title = ({ suite, decorators }: ValueGroup) =>
  `${suite}: ${decorators.map(({ decorator, args }) => `${decorator}(${args.map(sourceOf).join(', ')})`).join(' ')}`;

describeSuite<{ groups: readonly ValueGroup[] }>('recorded values', VALUE_GROUPS, ({ groups }) => {
  const source = groups.map(({ decorators }, index) => {
    const written = decorators.map(({ decorator, args }) => `@cv.${decorator}(${args.map(sourceOf).join(', ')})`);
    return `export class Dto${index} {\n  ${written.join(' ')}\n  someProperty: unknown;\n}`;
  });
  const program = virtualProgram({ 'main.ts': `import * as cv from 'class-validator';\n${source.join('\n')}` });
  const reader = new RuleReader(program.checker);

  function schemaOf(index: number) {
    const rules = reader.readPropertyRules(program.type(`Dto${index}`), 'someProperty');
    const { schema, impossible } = applyRules({}, rules);
    const required = rules.required ? ['someProperty'] : [];
    const whole: JsonSchemaObject = { type: 'object', properties: { someProperty: schema }, required };
    return { rules, whole, impossible };
  }

  describe.each(groups.map((group, index) => [title(group), group, index] as const))('%s', (_title, group, index) => {
    const { rules, whole, impossible } = schemaOf(index);
    const recorded = [
      ...group.accept.map((value) => ({ value, verdict: true })),
      ...group.reject.map(({ value }) => ({ value, verdict: false })),
    ].filter(({ value }) => isJson(value));

    test('the schema can be satisfied', () => {
      expect(impossible).toBe(false);
      expect(rules.findings).toEqual([]);
    });

    test(`${recorded.length} values ${rules.covered ? 'have the same verdict' : 'that pass also pass the schema'}`, async () => {
      const dto = classOf(group.decorators);
      for (const { value, verdict } of recorded) {
        const sent = decoded(value);
        const theirs = await accepts(dto, sent);
        if (group.portable) expect({ value, verdict: theirs }).toEqual({ value, verdict });
        const ours = validates(whole, sent === undefined ? {} : { someProperty: sent });
        if (rules.covered || theirs) expect({ value, verdict: ours }).toEqual({ value, verdict: theirs });
      }
    });
  });

  test('every recorded decorator has a row in the table', () => {
    const names = groups.flatMap(({ decorators }) => decorators.map((one) => one.decorator));
    expect(names.filter((name) => ruleEntry(name) === undefined)).toEqual([]);
  });
});
