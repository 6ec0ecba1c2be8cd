import { snakeCase, toolName, TOOL_NAME, type ToolHints } from '@haft/core';
import type { JsonSchemaObject, JsonValue, Path } from '@haft/schema';
import type { Diagnostics } from '../diagnostics/diagnostics.js';
import type { ParameterModel, ToolModel, TypeModel } from '../model.js';
import { isConstantObject, type Constant } from '../program/constant.js';
import { jsonConstant } from '../program/json-constant.js';
import { ts } from '../program/typescript.js';
import {
  firstUnsupported,
  type ObjectNode,
  type PropertyNode,
  type TypeNode,
  type TypeRef,
  type UnsupportedNode,
} from '../types/model.js';
import { allowsUndefined, defaultOf } from '../types/read/object-type.js';
import { documentationOf } from '../types/read/jsdoc.js';
import { writeSchema, type SchemaHooks } from '../types/write/schema-writer.js';
import { sensitivePaths } from '../types/write/sensitive-paths.js';
import { wireType } from '../types/write/wire-type.js';
import { constantOptions } from './constant-options.js';
import { methodComment, type MethodComment } from './method-comment.js';
import { checkComment } from './check-comment.js';
import { isSingleObject, type ReadParameter } from './read-parameter.js';
import type { ReadingContext } from './reading-context.js';
import { toolExamples } from './tool-examples.js';
import { parameterRole } from './parameter-role.js';
import { parameterSettings, type ParameterSettings } from './parameter-settings.js';
import { resultType } from './result-type.js';
import { wrongDefaults } from './wrong-defaults.js';

/** What a toolset says of all its tools. */
export interface ToolsetDefaults {
  readonly prefix: string | undefined;
  readonly version: string;
  readonly hints: ToolHints | undefined;
}

/** What can be a tool. */
export type ToolDeclaration = ts.MethodDeclaration | ts.FunctionDeclaration | ts.FunctionExpression | ts.ArrowFunction;

/**
 * What a tool is made of: a `@Tool` method of a toolset class, as the class sees it (inherited ones with type arguments filled
 * in), or a function that `defineTool` is given.
 */
export interface ToolSource {
  readonly symbol: ts.Symbol;
  readonly declaration: ToolDeclaration;
  /** The method's or function's own. */
  readonly name: string;
  /** What says the options, for reports. */
  readonly saidBy: '@Tool' | 'defineTool';
  readonly options: ts.Expression | undefined;
  /** Another declaration whose comment counts where this one has none. */
  readonly overridden?: ToolDeclaration;
  /** Where types are seen from: the declaration, or what stands for it when it belongs to another project. */
  readonly place: ts.Node;
  /** Where reports of the whole tool stand. */
  readonly reportAt: ts.Node;
}

/** Reads one tool; undefined when it has problems that leave nothing to write. Everything found is reported. */
export function readTool(
  source: ToolSource,
  defaults: ToolsetDefaults,
  context: ReadingContext,
): ToolModel | undefined {
  return new ToolReading(source, defaults, context).read();
}

class ToolReading {
  private readonly comment: MethodComment;
  private readonly options: Readonly<Record<string, Constant>>;
  private readonly name: string;

  constructor(
    private readonly source: ToolSource,
    private readonly defaults: ToolsetDefaults,
    private readonly context: ReadingContext,
  ) {
    const { checker, diagnostics } = context;
    const { symbol, declaration, overridden, saidBy, options, name } = source;
    this.comment = methodComment(symbol, overridden === undefined ? [declaration] : [declaration, overridden], checker);
    this.options = constantOptions(saidBy, options, TOOL_OPTIONS, checker, diagnostics);
    this.name = toolName(defaults.prefix, textOption(this.options['name']) ?? snakeCase(name));
  }

  read(): ToolModel | undefined {
    this.checkName();
    const signature = this.signature();
    if (signature === undefined) return undefined;
    const parameters = this.parameters(signature);
    const described = this.argumentsType(parameters);
    const result = this.result(signature);
    const { options, comment, defaults } = this;
    const description = textOption(options['description']) ?? comment.description ?? '';
    const { name } = this;
    checkComment({ name, place: this.source.reportAt, description, comment, parameters }, this.context.diagnostics);
    const hints = { ...defaults.hints, ...this.hints() };
    return {
      name: this.name,
      method: this.source.name,
      version: textOption(options['version']) ?? defaults.version,
      description,
      aliases: textList(options['aliases']),
      ...(typeof options['strict'] === 'boolean' ? { strict: options['strict'] } : {}),
      ...(Object.keys(hints).length === 0 ? {} : { hints }),
      ...this.metadata(),
      parameters: parameters.map((one) => one.model),
      single: described.single,
      arguments: described.type,
      ...(result === undefined ? {} : { result }),
      examples: toolExamples(
        { name, declaration: this.source.declaration, comment },
        described.type.schema,
        this.context,
      ),
      sensitive: described.sensitive,
    };
  }

  private checkName(): void {
    if (TOOL_NAME.test(this.name)) return;
    this.report({
      code: 'HAFT1020',
      message: `The tool name '${this.name}' is not valid everywhere: it must match ${TOOL_NAME.source}.`,
      fix: `Give another one: ${this.source.saidBy === '@Tool' ? "@Tool({ name: '...' })" : "defineTool(..., { name: '...' })"}${this.name.length > 64 ? ', with a shorter prefix or name' : ''}.`,
    });
  }

  /** The only signature of the method, when it is one that a tool can have. */
  private signature(): ts.Signature | undefined {
    const { symbol, place } = this.source;
    const type = this.context.checker.getTypeOfSymbolAtLocation(symbol, place);
    const signatures = type.getCallSignatures();
    const [signature] = signatures;
    if (signature === undefined) return undefined;
    if (signatures.length > 1) {
      this.report({
        code: 'HAFT1044',
        message: `The tool '${this.name}' has ${signatures.length} overloads; a model can be shown one.`,
        fix: 'Leave one signature, with a union type where the overloads differ.',
      });
      return undefined;
    }
    if ((signature.getTypeParameters() ?? []).length > 0) {
      this.report({
        code: 'HAFT1045',
        message: `The tool '${this.name}' has type parameters of its own; nothing says what they are.`,
        fix: 'Write types in their place, or move them to the class and fill them in by `extends`.',
      });
      return undefined;
    }
    return signature;
  }

  private parameters(signature: ts.Signature): readonly ReadParameter[] {
    const written = this.source.declaration.parameters;
    const shown = new Set(['this']);
    return signature.getParameters().flatMap((symbol, index) => {
      const declaration = (symbol.valueDeclaration ?? written[index]) as ts.ParameterDeclaration | undefined;
      return declaration === undefined || shown.has(symbol.name) ? [] : [this.parameter(symbol, declaration)];
    });
  }

  private parameter(symbol: ts.Symbol, declaration: ts.ParameterDeclaration): ReadParameter {
    const { checker, names, diagnostics } = this.context;
    const type = checker.getTypeOfSymbolAtLocation(symbol, this.source.place);
    const settings = parameterSettings(declaration, this.parameterOption(symbol.name), names, checker, diagnostics);
    const role = parameterRole(declaration, type, settings, names, checker);
    const name = parameterName(declaration, symbol);
    if (role === 'run') return { model: { kind: 'run' }, declaration };
    if (role !== 'model') return { model: this.hostParameter(role, name, type, declaration, settings), declaration };
    if (declaration.dotDotDotToken !== undefined) {
      diagnostics.at(declaration, {
        code: 'HAFT1043',
        message: `The tool '${this.name}' has the rest parameter '${name}'; arguments have names, and these have none.`,
        fix: `Take an array: '${name}: string[]', or a Record.`,
      });
    }
    const optional =
      declaration.initializer !== undefined || declaration.questionToken !== undefined || allowsUndefined(type);
    return {
      model: { kind: 'model', name, optional },
      declaration,
      type: this.modelProperty(name, type, optional, declaration, settings),
    };
  }

  private hostParameter(
    role: 'inject' | 'userInput' | 'custom',
    name: string,
    type: ts.Type,
    declaration: ts.ParameterDeclaration,
    settings: ParameterSettings,
  ): ParameterModel {
    if (role === 'userInput') {
      const property = this.modelProperty(name, type, false, declaration, settings);
      const { schema } = writeSchema(property.type.node, this.context.resultHooks);
      return {
        kind: 'host',
        name,
        schema: settings.description === undefined ? schema : { ...schema, description: settings.description },
      };
    }
    const symbol = this.context.checker.getNonNullableType(type).getSymbol();
    const token = this.context.names.decorator(declaration, 'Inject')?.args[0];
    const isClass = symbol !== undefined && (symbol.flags & ts.SymbolFlags.Class) !== 0;
    if (role === 'inject' && token === undefined && !settings.injected) {
      const reference = isClass ? this.context.references.of(symbol) : undefined;
      if (reference !== undefined) return { kind: 'host', name, class: reference };
      this.context.diagnostics.at(declaration, {
        code: isClass ? 'HAFT1061' : 'HAFT1060',
        message: isClass
          ? `The class '${symbol.name}' that '${name}' asks for is exported by no module.`
          : `'${name}' has @Inject() without a token, and its type is no class: the container cannot tell what it asks for.`,
        fix: isClass
          ? `Export '${symbol.name}', or write @Inject(token).`
          : 'Write @Inject(token), or give it a class as its type.',
      });
    }
    return { kind: 'host', name };
  }

  private modelProperty(
    name: string,
    type: ts.Type,
    optional: boolean,
    declaration: ts.ParameterDeclaration,
    settings: ParameterSettings,
  ): PropertyNode {
    const types = this.context.argumentTypes;
    const read = (): TypeRef =>
      settings.schema === undefined
        ? types.read(type, declaration.type)
        : { node: { kind: 'leaf', schema: settings.schema, wire: 'unknown' } };
    return {
      name,
      type: types.at(declaration, read),
      optional,
      initialized: declaration.initializer !== undefined,
      default: defaultOf(declaration.initializer, this.context),
      description:
        settings.description ?? this.comment.parameters.get(name)?.text ?? inlineText(declaration, this.context),
      keywords: settings.keywords,
      sensitive: settings.sensitive,
      declaration,
    };
  }

  /** The expression of `{ parameters: { name: expression } }` in the options. */
  private parameterOption(name: string): ts.Expression | undefined {
    const { checker } = this.context;
    const all = propertyOf(writtenObject(this.source.options, checker), 'parameters');
    return propertyOf(writtenObject(all, checker), name);
  }

  private argumentsType(parameters: readonly ReadParameter[]): {
    readonly type: TypeModel;
    readonly single: boolean;
    readonly sensitive: readonly Path[];
  } {
    const visible = parameters.flatMap((one) => (one.type === undefined ? [] : [one.type]));
    const [only] = visible;
    const single = only !== undefined && visible.length === 1 && isSingleObject(only);
    const root: ObjectNode = single
      ? this.described(only.type.node as ObjectNode, only)
      : { kind: 'object', name: undefined, properties: visible, indexes: [] };
    if (!single) this.checkNamed(parameters);
    const hooks = this.context.argumentHooks;
    const wireName: SchemaHooks['wireName'] = (property, owner) => hooks.wireName(property, owner);
    const type = { ...writeSchema(root, hooks), wireType: wireType(root, wireName) };
    this.checkDefaults(type.schema, parameters);
    return { type, single, sensitive: sensitivePaths(root, wireName) };
  }

  private checkDefaults(schema: JsonSchemaObject, parameters: readonly ReadParameter[]): void {
    for (const { name, issue } of wrongDefaults(schema)) {
      const parameter = parameters.find((one) => one.type?.name === name);
      this.context.diagnostics.at(parameter?.declaration ?? this.source.reportAt, {
        code: 'HAFT1035',
        message: `The default of '${name}' of '${this.name}' breaks its own schema: it is ${issue.received}, expected is ${issue.expected}.`,
        fix: 'Correct the default, or the constraints.',
      });
    }
  }

  /** Where parameters are properties by name, each needs one. */
  private checkNamed(parameters: readonly ReadParameter[]): void {
    for (const { type, declaration } of parameters) {
      if (type === undefined || ts.isIdentifier(declaration.name) || tagName(declaration) !== undefined) continue;
      this.context.diagnostics.at(declaration, {
        code: 'HAFT1048',
        message: `A destructured parameter of the tool '${this.name}' has no name for the model.`,
        fix: "Name it in the comment, '@param options Text.', or take the object and destructure it in the body.",
      });
    }
  }

  /** The one object parameter with what the comment says of it, and of its properties: `@param options.limit`. */
  private described(node: ObjectNode, parameter: PropertyNode): ObjectNode {
    const properties = node.properties.map((property) => {
      const text = this.comment.parameters.get(`${parameter.name}.${property.name}`)?.text;
      return {
        ...property,
        description: text ?? property.description,
        sensitive: property.sensitive === true || parameter.sensitive === true,
      };
    });
    return { ...node, properties, description: parameter.description ?? node.description };
  }

  private result(signature: ts.Signature): ToolModel['result'] {
    const { context, source } = this;
    const type = resultType(signature.getReturnType(), context.names, context.checker);
    if (type === undefined) return undefined;
    const place = source.declaration.type ?? source.declaration.name ?? source.reportAt;
    const node = context.resultTypes.at(place, () => context.resultTypes.read(type, this.writtenResult(type)).node);
    const unsupported = firstUnsupported(node);
    if (unsupported !== undefined) {
      this.reportResult(unsupported, place);
      return undefined;
    }
    const described: TypeNode =
      this.comment.returns === undefined ? node : { ...node, description: this.comment.returns };
    return {
      schema: writeSchema(described, context.resultHooks).schema,
      wireType: wireType(described, (property) => property.name),
    };
  }

  private reportResult({ finding }: UnsupportedNode, place: ts.Node): void {
    if (finding.code === 'HAFT1041') return;
    this.context.diagnostics.at(place, {
      code: 'HAFT1050',
      severity: 'warning',
      message: `The result of '${this.name}' has no schema. ${finding.message}`,
      fix: finding.fix,
    });
  }

  /** `T` of a written `Promise<T>`. */
  private writtenResult(type: ts.Type): ts.TypeNode | undefined {
    let node = this.source.declaration.type;
    while (node !== undefined && ts.isTypeReferenceNode(node) && node.typeArguments?.length === 1) {
      if (this.context.checker.getTypeFromTypeNode(node) === type) return node;
      node = node.typeArguments[0];
    }
    return node;
  }

  private hints(): ToolHints | undefined {
    const said = this.options['hints'];
    return isConstantObject(said) ? said : readHints(this.source.declaration, this.context);
  }

  private metadata(): Pick<ToolModel, 'metadata'> {
    const metadata = this.options['metadata'];
    const json = metadata === undefined ? undefined : jsonConstant(metadata);
    return json === undefined ? {} : { metadata: json as Readonly<Record<string, JsonValue>> };
  }

  private report(finding: Parameters<Diagnostics['at']>[1]): void {
    this.context.diagnostics.at(this.source.reportAt, finding);
  }
}

/** A method's hints are said by `@Hints`: no decorator can stand on a function. */
const TOOL_OPTIONS = ['name', 'description', 'version', 'aliases', 'strict', 'metadata', 'hints'];

/** The constant hints of a method or class. */
export function readHints(
  declaration: ts.Node,
  { names, checker, diagnostics }: ReadingContext,
): ToolHints | undefined {
  const argument = names.decorator(declaration, 'Hints')?.args[0];
  if (argument === undefined) return undefined;
  return constantOptions(
    '@Hints',
    argument,
    ['readOnly', 'destructive', 'idempotent', 'openWorld'],
    checker,
    diagnostics,
  );
}

/** The comment that stands before a parameter, in the list of parameters. */
function inlineText(declaration: ts.ParameterDeclaration, context: ReadingContext): string | undefined {
  if (!ts.isIdentifier(declaration.name)) return undefined;
  const symbol = context.checker.getSymbolAtLocation(declaration.name);
  return symbol === undefined ? undefined : documentationOf(symbol, context);
}

/** A text option; undefined for everything else, which the compiler refuses anyway. */
export function textOption(value: Constant): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function textList(value: Constant): readonly string[] {
  return Array.isArray(value)
    ? (value as readonly Constant[]).filter((one): one is string => typeof one === 'string')
    : [];
}

/** A destructured parameter has the name that its `@param` tag gives; of the one object parameter any name will do. */
function parameterName(declaration: ts.ParameterDeclaration, symbol: ts.Symbol): string {
  return ts.isIdentifier(declaration.name) ? symbol.name : (tagName(declaration) ?? 'options');
}

function tagName(declaration: ts.ParameterDeclaration): string | undefined {
  const [tag] = ts.getJSDocParameterTags(declaration);
  return tag !== undefined && ts.isIdentifier(tag.name) ? tag.name.text : undefined;
}

/** The object literal that an expression is, or that a const stands for. */
function writtenObject(expression: ts.Expression | undefined, checker: ts.TypeChecker): ts.Expression | undefined {
  if (expression === undefined) return undefined;
  if (ts.isParenthesizedExpression(expression) || ts.isAsExpression(expression) || ts.isSatisfiesExpression(expression))
    return writtenObject(expression.expression, checker);
  if (!ts.isIdentifier(expression)) return expression;
  const symbol = checker.getSymbolAtLocation(expression);
  const target =
    symbol !== undefined && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const declaration = target?.valueDeclaration;
  const isConst =
    declaration !== undefined &&
    ts.isVariableDeclaration(declaration) &&
    (ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const) !== 0;
  return isConst ? writtenObject(declaration.initializer, checker) : undefined;
}

function propertyOf(expression: ts.Expression | undefined, name: string): ts.Expression | undefined {
  if (expression === undefined || !ts.isObjectLiteralExpression(expression)) return undefined;
  const found = expression.properties.find(
    (one) =>
      one.name !== undefined && (ts.isIdentifier(one.name) || ts.isStringLiteral(one.name)) && one.name.text === name,
  );
  return found !== undefined && ts.isPropertyAssignment(found) ? found.initializer : undefined;
}
