import { defineTool, Param, Tool, Toolset, toolset } from 'haft';
import { z } from 'zod';

export const User = z.object({ email: z.email(), age: z.number().int().min(18) });

@Toolset({ prefix: 'user' })
export class UserToolset {
  /** Adds a user. The type knows a text and a number, and nothing else. */
  @Tool()
  add(user: z.infer<typeof User>): string {
    return `Added ${user.email}.`;
  }

  /** Adds a user, with rules in the decorators. */
  @Tool()
  register(@Param({ format: 'email' }) email: string, @Param({ integer: true, minimum: 18 }) age: number): string {
    return `Added ${email}, ${age}.`;
  }
}

/** Keeps the rules, defaults and transformations of zod. */
export const zodTools = toolset('zod', [
  defineTool({
    name: 'user_join',
    description: 'Adds a user, with the schema of zod.',
    parameters: User,
    execute: ({ email }) => `Added ${email}.`,
  }),
]);
