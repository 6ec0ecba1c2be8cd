import { RULE_GROUPS } from '../../src/constraints/class-validator/rule-table.js';

const INTRODUCTION = `# class-validator rules

Haft puts the rules of a DTO class into the tool's schema at build time, if JSON Schema can express
them. A property is **covered** if the schema expresses all of its rules. Then the emitted check
decides, and class-validator does not run. The rules of every other property run at the call, with
class-validator's code, after the schema.

If some arguments break the schema, the rules of the other properties still run, so one prompt names
every mistake. A rule of your own never sees a value that its schema rejected. A rule of
class-validator that describes a whole value words the expectation: \`iban: expected an IBAN like
"CH9300762011623852957", received 5\`. Rules and conditions that read other properties of the object
run only if the whole object is valid.

These rules are never covered:

- rules with \`groups\`, \`validateIf\` or a message function
- rules whose arguments are not constant (\`process.env\`, a call, a \`let\` variable)
- rules of values that Haft creates from JSON (\`Date\`, \`Map\`, \`Set\`, \`bigint\`, bytes), unless the
  row mentions them
- your own decorators, unless they only return or apply other decorators

With \`each: true\`, a row applies to the items of an array. Haft reads rules of base classes as
class-validator does: a redeclared property drops the inherited rules. It also reads rules through
\`PartialType\`, \`PickType\`, \`OmitType\` and \`IntersectionType\` of NestJS. Properties are not covered
if they come from a class of a library or another computed base class, or if a class decorator uses
class-validator.

A type may use only the properties of a class: \`Partial<Dto>\`, \`Pick<Dto, ...>\`, \`Dto & { ... }\`,
\`interface More extends Dto\`. If a property still has the type of the class, the schema expresses
its rules as usual. The type alone decides which properties may be absent. There is no instance, so
initial values of the class do not apply, and rules that are not covered do not run. The build warns
about such rules (HAFT1109). \`PartialType\` of NestJS creates a class, whose instances have the
initial values of its source. The build warns about them (HAFT1110).

If a rule is not covered, the column "in the schema" shows the part that the model reads.

## Where Haft differs on purpose

- **Types first.** The TypeScript types decide which properties exist, which may be absent and which
  may be null. If a rule does not allow a property to be absent, it is required, even if its type
  allows it.
- **Missing nested objects, and an array in place of an object**: Haft rejects them. class-validator
  accepts them.
- **Nested classes**: Haft creates and checks them without \`@Type\` and \`@ValidateNested\`. It checks
  a class without rules by its types. Groups and conditions of the outer property do not turn the
  inner rules off.
- **Unknown properties**: Haft rejects them, as with \`whitelist\` and \`forbidNonWhitelisted\`.
- **Groups.** If the run has \`validationGroups\`, rules without groups do not run, as in
  class-validator. The schema still applies.
- **Accessors and methods** with rules: Haft checks them too, after the properties.
- A **message** text stays unchanged. \`$value\` of a sensitive property is \`(hidden)\`. In place of
  class-validator's texts, the model reads the expected and the received value: \`port: expected a
  port number as text like "8080", received "99999"\`.
- **Functions for dates** (\`@MaxDate(() => new Date())\`): Haft calls them for the text, which shows
  the date.
- All copies of class-validator in one process share their rules. A second installed copy is safe
  from version 0.12.
- **At the first call** of a tool, Haft compares the rules that the build read with the registered
  rules, once for each class. It throws HAFT_RULES_DIFFER for a rule that the build did not read (a
  decorator added at run time, a stale module), for rules that are not registered, and for a
  library's DTO without registered rules. It never skips a rule silently.
`;

/** Writes `docs/class-validator.md` from the table of rules. */
export function classValidatorPage(): string {
  const sections = Object.entries(RULE_GROUPS).map(([title, entries]) => {
    const rows = [...entries]
      .sort((a, b) => (a.decorator < b.decorator ? -1 : 1))
      .map(({ decorator, says, covered, note = '' }) => row([`\`@${decorator}\``, says, covered, note]));
    const head = ['| decorator | in the schema | covered | why, and where they differ |', '| --- | --- | --- | --- |'];
    return [`## ${title}`, '', ...head, ...rows].join('\n');
  });
  return `${INTRODUCTION}\n${sections.join('\n\n')}\n\n${CLASS_TRANSFORMER}`;
}

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

const CLASS_TRANSFORMER = `## class-transformer

class-transformer is optional. You need no decorator of it: Haft creates dates, nested classes, maps
and sets from the TypeScript types. If the decorators are present, they keep their meaning.

| decorator | effect |
| --- | --- |
| \`@Type\` | nothing, except in a class with one of the others: there it sets the class of a date or a nested object (otherwise HAFT1106) |
| \`@Transform\` | the schema has the TypeScript type, the function gets the JSON value, and the rules of the property run at the call on its result |
| \`@Expose({ name })\` | the argument has that name |
| \`@Exclude\` | the argument does not exist |

\`plainToInstance(Class, value)\` creates the instance without options, so \`enableImplicitConversion\`
is never on. Haft sends results unchanged: a result class with \`@Exclude\` is an error (HAFT1107).

The tests send 49 cases of its public test suite through the real call: all cases of
\`plainToInstance\` without options. In 35 cases, the tool gets the same values as from
class-transformer, with dates sent as strings and without excluded arguments. The others:

| cases | in Haft |
| --- | --- |
| 4 with \`discriminator.subTypes\` of \`@Type\` | Haft creates the class that the type names, with a warning (HAFT1108). For a union of the subclasses, it creates each of them |
| 8 that give promises, \`Date\`s, instances or \`undefined\` | not JSON: no model can send them |
| 2 with classes that the recording does not have | left out |

Versions, groups, strategies, prefixes and \`enableImplicitConversion\` are options of the call (43
more cases). Haft does not have these options.
`;
