/**
 * The declarations of what programs find in the sandbox next to the language and `tools`. A test
 * compares them with the sandbox. Objects that no version of TypeScript declares are `any`.
 */
export const SANDBOX_DECLARATIONS = `
interface Tools {}
interface ToolIssue { readonly path: readonly (string | number)[]; readonly message: string; readonly [key: string]: any }
declare class ToolError extends Error {
  constructor(message?: string, details?: any);
  readonly tool: string;
  readonly status: string;
  readonly issues: readonly ToolIssue[] | undefined;
}
declare function callTool<Name extends string>(
  name: Name extends keyof Tools ? Name : string extends Name ? Name : keyof Tools,
  ...args: Name extends keyof Tools ? (Tools[Name] extends (...args: infer Args) => any ? Args : any[]) : any[]
): Name extends keyof Tools ? (Tools[Name] extends (...args: any[]) => infer Result ? Result : any) : Promise<any>;
declare function setResult(value?: any): void;
declare const console: { readonly [name: string]: (...values: any[]) => void };
`;
