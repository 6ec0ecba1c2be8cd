import { createChecker, pathText } from '@haft/schema';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv';

/** What is wrong with a structured result, as a clause; undefined when it is what the server promised. */
export type OutputCheck = (value: unknown) => string | undefined;

/**
 * A check of an output schema. ajv decides, since the schema may be of any draft; our own checker finds the words.
 *
 * @throws Error when the schema cannot be used
 */
export function outputCheck(schema: Readonly<Record<string, unknown>>): OutputCheck {
  const validate = new AjvJsonSchemaValidator().getValidator(schema);
  return (value) => {
    const { valid, errorMessage } = validate(value);
    if (valid) return undefined;
    const [issue] = createChecker(schema).issuesOf(value);
    if (issue === undefined) return errorMessage;
    const where = issue.path.length === 0 ? '' : `${pathText(issue.path)}: `;
    return `${where}expected ${issue.expected}`;
  };
}
