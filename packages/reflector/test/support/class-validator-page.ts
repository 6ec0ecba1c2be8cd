import { RULE_GROUPS } from '../../src/constraints/class-validator/rule-table.js';

const INTRODUCTION = `# class-validator rules

The rules on a DTO class reach the tool's schema at build time, as far as JSON Schema can say them. A property is
**covered** when the schema says all of its rules: then the emitted check decides, and class-validator does not run. For
every other property its rules run at the call, with class-validator's own code, after the schema.

If some arguments break the schema, the rules of the other properties still run, so that one prompt names every mistake. A
rule never sees a value that its schema refused. Rules and conditions that read other properties of the object run when
the whole object is valid.

A rule is never covered when it has \`groups\`, \`validateIf\` or a message function, when an argument is no constant
(\`process.env\`, a call, a \`let\` variable), or when a value is revived (\`Date\`, \`Map\`, \`Set\`, \`bigint\`, bytes) and the row
does not speak of it. A decorator of your own is followed when it only returns or applies others; else it is not covered.
With \`each: true\`, a row speaks of the items of an array. Rules come through base classes as class-validator has it (a redeclared
property drops what it inherits), and through \`PartialType\`, \`PickType\`, \`OmitType\` and \`IntersectionType\` of NestJS; a class of a
library, another computed base class or a class decorator that uses class-validator makes properties not covered.

A type that only takes the properties of a class (\`Partial<Dto>\`, \`Pick<Dto, ...>\`, \`Dto & { ... }\`, \`interface More extends Dto\`) keeps what the schema can
say of their rules, as long as they still have the type of the class; which of them may be absent says the type alone. There is no instance, so what
is not covered does not run there: the build warns of it (HAFT1109).

What is not covered is not lost: the column "in the schema" says what the model sees of the rule anyway.

## Where Haft differs on purpose

- **Types first.** Which properties exist, which may be absent and which may be null say the TypeScript types. A property
  that its type lets be absent, but a rule does not, is required.
- **Missing nested objects, and an array in place of an object** are refused. class-validator lets them pass.
- **Nested classes** are made and checked without \`@Type\` and without \`@ValidateNested\`; a class without rules is checked by
  its types. Groups and conditions of the outer property do not keep the rules inside from running.
- **Unknown properties** are refused, as with \`whitelist\` and \`forbidNonWhitelisted\`.
- **Groups.** With \`validationGroups\` on the run, rules without groups do not run, as in class-validator, but the schema holds.
- **Accessors and methods** with rules are checked too, after the properties.
- A **message** text is used as it is; \`$value\` of a sensitive property is \`(hidden)\`. Instead of class-validator's own texts, the model
  reads what the rule expects and what came: \`port: expected a port number as text like "8080", received "99999"\`.
- **Functions for dates** (\`@MaxDate(() => new Date())\`) are called for the text; it shows the date and not the source.
- All copies of class-validator in one process share their rules, so a second installed copy does no harm, unless it is older than 0.12.
- **At the first call** of a tool, the rules that the build read are compared with those that are registered, once for each class. A rule that
  the build did not read (a decorator added at run time, a stale module), rules that are not registered, and a library's DTO without any
  registered rule are the error HAFT_RULES_DIFFER: nothing is skipped silently.
`;

/** `docs/class-validator.md`, as the table of the rules has it. */
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

No decorator of class-transformer is needed: dates, nested classes, maps and sets are made from the TypeScript types. Where they
stand, they keep their meaning.

| decorator | what it does |
| --- | --- |
| \`@Type\` | nothing, but in a class with one of the others: there it says what a date or a nested class becomes (else HAFT1106) |
| \`@Transform\` | the schema is that of the TypeScript type, the function gets the JSON value, and the rules of the property run at the call, on what it made |
| \`@Expose({ name })\` | the argument has that name |
| \`@Exclude\` | the argument does not exist |

The instance is made by \`plainToInstance(Class, value)\` without options, so \`enableImplicitConversion\` is never on. Results are
sent as they are: a result class with \`@Exclude\` is an error (HAFT1107).

Of its public test suite, the 49 cases of \`plainToInstance\` without options are sent through the real call. In 35 the tool is given what
class-transformer makes, dates sent as text and excluded arguments left out. The others:

| cases | here |
| --- | --- |
| 4 with \`discriminator.subTypes\` of \`@Type\` | the class that stands as the type is made (a warning, HAFT1108); a union of the subclasses makes each of them |
| 8 that give promises, \`Date\`s, instances or \`undefined\` | no JSON: no model can send them |
| 2 with classes that the recording does not have | left out |

Versions, groups, strategies, prefixes and \`enableImplicitConversion\` are options of the call (43 more cases), and here there are none.
`;
