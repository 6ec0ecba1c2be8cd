import { Type } from 'typebox';

/**
 * Returns the definitions of `count` tools of shape M, as JSON text. TypeBox schemas are JSON
 * Schema already. It has no tools to call.
 */
export function define(count) {
  const tools = Array.from({ length: count }, (_, i) => ({ name: `tool_${i}`, parameters: ticket() }));
  let characters = 0;
  for (const { parameters } of tools) characters += JSON.stringify(parameters).length;
  return { tools, characters };
}

function ticket() {
  const email = () => Type.String({ format: 'email' });
  return Type.Object(
    {
      title: Type.String({ minLength: 1, maxLength: 120 }),
      priority: Type.Union(['low', 'normal', 'high', 'urgent'].map((one) => Type.Literal(one))),
      assignee: Type.Object({ name: Type.String({ minLength: 1 }), email: email() }, { additionalProperties: false }),
      tags: Type.Array(Type.String(), { maxItems: 10 }),
      contactEmail: email(),
      link: Type.String({ format: 'uri' }),
      estimate: Type.Number({ minimum: 0, maximum: 1000 }),
      notify: Type.Optional(Type.Boolean()),
    },
    { additionalProperties: false },
  );
}
