/**
 * Every code that a `HaftError` can have, with its one-line meaning. Each has a page `docs/errors/CODE.md`.
 * A retired code stays here, marked, and is never used for something else.
 */
export const HAFT_ERROR_CODES = {
  HAFT_STALE_DESCRIPTOR: 'The generated module does not match the class: build again.',
  HAFT_RULES_DIFFER: 'The class-validator rules of a DTO are not those that the build read.',
  HAFT_NOT_REFLECTED: 'A class was used as a toolset that no generated module knows.',
  HAFT_NOT_PROVIDED: 'A toolset is the provider of no module of a Nest application, or of several.',
  HAFT_UNGUARDED: 'NestJS would leave out a guard, or another enhancer, of a toolset.',
  HAFT_FORMAT_VERSION: 'The generated module was written for another version of Haft.',
  HAFT_DECORATOR_MISUSE: 'A decorator stands where it has no meaning, or has options that contradict each other.',
  HAFT_DUPLICATE_TOOL: 'Two toolsets of one runtime define tools of the same name.',
  HAFT_INVALID_NAME: 'A tool name breaks the rule for names.',
  HAFT_INVALID_OPTION: 'An option is out of its range or of the wrong kind.',
  HAFT_WIRING: 'The container cannot be built: providers are missing, form a cycle, or live too short.',
  HAFT_MISSING_DEPENDENCY: 'Nothing is registered for a token that was asked for.',
  HAFT_PROVIDER_FAILED: 'A constructor or a factory of the container threw.',
  HAFT_DISPOSAL_FAILED: 'Something that the container made could not be disposed, or not in time.',
  HAFT_SCOPE_ENDED: 'Something was resolved from a run that had ended.',
  HAFT_RUN_ENDED: 'A call was made on a run that had ended.',
  HAFT_NEXT_TWICE: 'An interceptor called next() twice.',
  HAFT_MISSING_PEER: 'An optional package is needed and not installed.',
  HAFT_NODE_VERSION: 'A feature needs a newer Node.',
  HAFT_RETRY_BUDGET_EXHAUSTED: 'A model used up the retry budget of a tool, and the host asked for an exception.',
  HAFT_SETTINGS: 'The settings in package.json are not as they should be.',
  HAFT_NO_RUNTIME: 'haft call or haft mcp found no runtime in the built project.',
  HAFT_NO_MCP: 'haft mcp found no @haft/mcp in the project.',
  HAFT_INVALID_SCHEMA: 'A schema that was given at run time cannot be used.',
  HAFT_STRICT_MODE: 'A tool asks for the strict mode of a provider, and its schema cannot be said in it.',
  HAFT_UNKNOWN_TOOL: 'A wrapper or a selector names a tool that its toolset does not have.',
  HAFT_PREPARE_RENAMED: 'A prepare function added or renamed a tool.',
  HAFT_PREPARE_WIDENED: 'A prepare function changed a parameter schema so that it takes more than the tool does.',
  HAFT_TOOLSET_FAILED: 'A toolset could not give its tools.',
  HAFT_CACHE_WITHOUT_USER: 'A tool caches by user, and the run has no user.',
  HAFT_UNANSWERED_REQUEST: 'A run was resumed, and a request has no decision.',
  HAFT_UNKNOWN_DECISION: 'A decision names a request that is not open.',
  HAFT_WRONG_DECISION_KIND: 'A decision does not fit its request.',
  HAFT_DECISION_USED: 'There was a decision about the request before.',
  HAFT_REQUEST_EXPIRED: 'A decision came after the time of its request.',
  HAFT_INVALID_DECISION: 'Changed arguments, supplied values or a result are not valid.',
  HAFT_INVALID_PENDING: 'A pending run has another form, or a wrong signature.',
  HAFT_ISOLATION: 'An @Isolated tool cannot run in a worker thread.',
  HAFT_UNANSWERED_CALL: 'Calls of a model and outcomes do not belong together.',
  HAFT_DEFERRED_OUTCOME: 'A result was to be written of a call that waits.',
} as const;

/** The stable code of a {@link HaftError}. */
export type HaftErrorCode = keyof typeof HAFT_ERROR_CODES;
