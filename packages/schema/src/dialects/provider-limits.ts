/** A receiver of tool definitions with known limits. */
export type Provider = 'openai' | 'anthropic' | 'gemini' | 'bedrock' | 'mcp';

/** A limit, and the place that documents it. */
export interface Limit<T> {
  /** The value of the limit. */
  readonly value: T;
  /** A text, a package or an error message of the provider that documents the limit. */
  readonly source: string;
  /**
   * The certainty. `stated`: the source says it. `our reading`: we conclude it from the source
   * without a proof by requests.
   */
  readonly basis: 'stated' | 'our reading';
}

/** The limits of one provider. An absent limit is unknown. */
export interface ProviderLimits {
  /** The display name. */
  readonly title: string;
  /** The largest number of tools in one request. */
  readonly mostTools?: Limit<number>;
  /** The pattern of tool names. */
  readonly toolName: Limit<RegExp>;
  /** The pattern of parameter names. No source has a rule for properties inside arguments. */
  readonly parameterName?: Limit<RegExp>;
  /** The longest description of a tool, in UTF-16 code units. */
  readonly longestDescription?: Limit<number>;
  /**
   * Keywords that must not be next to `type: "object"` at the root. A dialect wraps such a root in
   * one property, so they break nothing.
   */
  readonly refusedAtRoot: Limit<readonly string[]>;
  /**
   * Keywords that the provider does not have, and that no other keyword and no short text can
   * express. Calls still check them.
   */
  readonly ignored?: Limit<readonly string[]>;
  /**
   * The limits of strict mode. Absent: the provider has no strict mode for a tool, and ignores
   * `strict`.
   */
  readonly strict?: StrictLimits;
}

/**
 * The limits that no rewriting can avoid in strict mode. It can rewrite `oneOf`, maps, optional
 * properties and ranges.
 */
export interface StrictLimits {
  /**
   * Keywords without a replacement. `allOf` is not in the list, because its parts become one
   * schema.
   */
  readonly refused?: Limit<readonly string[]>;
  /** An object with undeclared properties of any kind. To close it would forbid them. */
  readonly openObject?: Limit<'refused'>;
  /** A value of any type. */
  readonly anyValue?: Limit<'refused'>;
  /** A list without a schema of its items. */
  readonly anyItems?: Limit<'refused'>;
  /** A type that contains itself. */
  readonly recursion?: Limit<'refused'>;
  /** A `$ref` to a place outside the schema. */
  readonly outerReference?: Limit<'refused'>;
  /** The largest number of optional properties in the whole schema. */
  readonly mostOptionalProperties?: Limit<number>;
  /** The largest number of properties in the whole schema. */
  readonly mostProperties?: Limit<number>;
  /** The largest number of values in all enums of the whole schema. */
  readonly mostEnumValues?: Limit<number>;
  /** The deepest nesting of objects. The arguments are the first level. */
  readonly mostLevels?: Limit<number>;
}

/** The reason why Bedrock has the limits of Anthropic in strict mode. */
const LIKE_ANTHROPIC = "the API's error for Claude models, worded as Anthropic's own (BerriAI/litellm#39115)";

/** The limits of every provider, in one place. */
export const PROVIDER_LIMITS: Readonly<Record<Provider, ProviderLimits>> = {
  openai: {
    title: 'OpenAI',
    mostTools: stated(128, 'OpenAI API reference, tools of a request'),
    toolName: stated(/^[a-zA-Z0-9_-]{1,64}$/, 'openai@7.57.0:resources/shared.d.ts, FunctionDefinition.name'),
    longestDescription: stated(
      1024,
      "the API's error 'string too long. Expected a string with maximum length 1024' (getsentry/sentry-mcp#106)",
    ),
    refusedAtRoot: stated(
      ['anyOf', 'oneOf', 'allOf', 'not', 'enum'],
      "the API's error 'schema must have type \'object\' and not have ...' (langchain-ai/langchainjs#9804)",
    ),
    strict: {
      refused: stated(
        [
          'not',
          'if',
          'patternProperties',
          'dependentRequired',
          'dependentSchemas',
          'dependencies',
          'contains',
          '$anchor',
          '$dynamicRef',
        ],
        'openai@7.57.0:lib/transform.js',
      ),
      openObject: ourReading('refused', "openai@7.57.0:lib/transform.js: 'additionalProperties: false' everywhere"),
      anyValue: ourReading('refused', 'OpenAI guide to structured outputs: the list of supported types'),
      anyItems: stated('refused', "openai@7.57.0:lib/transform.js: arrays need 'items'"),
      outerReference: stated('refused', 'openai@7.57.0:lib/transform.js'),
      mostProperties: stated(5000, 'OpenAI guide to structured outputs, supported schemas (February 2026)'),
      mostEnumValues: stated(1000, 'OpenAI guide to structured outputs, supported schemas (February 2026)'),
      // The source states 10, but not how to count levels.
      mostLevels: ourReading(10, 'OpenAI guide to structured outputs, supported schemas (February 2026)'),
    },
  },
  anthropic: {
    title: 'Anthropic',
    toolName: stated(/^[a-zA-Z0-9_-]{1,128}$/, 'Anthropic API reference, tools'),
    parameterName: stated(
      /^[a-zA-Z0-9_.-]{1,64}$/,
      "the API's error 'input_schema.properties: Property keys should match pattern' (anthropics/claude-code#79418)",
    ),
    refusedAtRoot: stated(['anyOf', 'oneOf', 'allOf'], 'anthropics/claude-code#5973'),
    strict: {
      refused: ourReading(
        ['prefixItems', 'patternProperties'],
        '@anthropic-ai/sdk@1.12.0:src/lib/transform-json-schema.ts: it has no form for them in closed objects and lists',
      ),
      openObject: ourReading(
        'refused',
        '@anthropic-ai/sdk@1.12.0:src/lib/transform-json-schema.ts: objects are closed',
      ),
      anyValue: ourReading('refused', '@anthropic-ai/sdk@1.12.0:src/lib/transform-json-schema.ts'),
      recursion: stated('refused', '@ai-sdk/anthropic@4.0.105:src/supports-native-structured-output-schema.ts'),
      outerReference: ourReading('refused', '@anthropic-ai/sdk@1.12.0:src/lib/transform-json-schema.ts'),
      mostOptionalProperties: stated(24, '@ai-sdk/anthropic@4.0.105:src/supports-native-structured-output-schema.ts'),
    },
  },
  gemini: {
    title: 'Gemini',
    mostTools: stated(512, '@google/genai@3.1.0:dist/genai.d.ts, Tool.functionDeclarations'),
    toolName: stated(
      /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}$/,
      '@google/genai@3.1.0:dist/genai.d.ts, FunctionDeclaration.name',
    ),
    parameterName: stated(
      /^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/,
      '@google/genai@3.1.0:dist/genai.d.ts, FunctionDeclaration.parameters',
    ),
    refusedAtRoot: ourReading(['anyOf', 'oneOf', 'allOf'], '@google/genai@3.1.0:dist/genai.d.ts, Schema'),
    ignored: ourReading(
      ['not', 'if', 'patternProperties', 'dependentRequired', 'contains'],
      '@google/genai@3.1.0:dist/genai.d.ts: Schema has no such field',
    ),
  },
  bedrock: {
    title: 'Bedrock',
    toolName: stated(/^[a-zA-Z0-9_-]{1,64}$/, 'Bedrock API reference, ToolSpecification (openclaw#12949)'),
    refusedAtRoot: ourReading(['anyOf', 'oneOf', 'allOf'], 'the rule of Anthropic, whose models stand behind it'),
    // "tools.1.custom: For 'array' type, property 'maxItems' is not supported": an error of Bedrock
    // with the text of Anthropic.
    strict: {
      refused: ourReading(['prefixItems', 'patternProperties'], LIKE_ANTHROPIC),
      openObject: stated('refused', "vercel/ai#20681: 'additionalProperties: false' on every object"),
      anyValue: ourReading('refused', LIKE_ANTHROPIC),
      recursion: ourReading('refused', LIKE_ANTHROPIC),
      outerReference: ourReading('refused', LIKE_ANTHROPIC),
      mostOptionalProperties: ourReading(24, LIKE_ANTHROPIC),
    },
  },
  mcp: {
    title: 'MCP',
    // A SHOULD of the protocol, which hosts may enforce.
    toolName: ourReading(/^[A-Za-z0-9._-]{1,128}$/, 'Model Context Protocol 2026-07-28, tool names'),
    refusedAtRoot: stated([], 'Model Context Protocol 2026-07-28: \'type\' is "object", anything may stand beside it'),
  },
};

/** The names of all providers, in the order of the table. */
export const PROVIDERS = Object.keys(PROVIDER_LIMITS) as readonly Provider[];

/** Returns whether a text names a provider of the table. */
export function isProvider(name: string): name is Provider {
  return Object.hasOwn(PROVIDER_LIMITS, name);
}

function stated<const T>(value: T, source: string): Limit<T> {
  return { value, source, basis: 'stated' };
}

function ourReading<const T>(value: T, source: string): Limit<T> {
  return { value, source, basis: 'our reading' };
}
