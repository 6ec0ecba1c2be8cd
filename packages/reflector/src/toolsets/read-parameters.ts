import type { JsonSchemaObject } from '@haft/schema';
import { nearest } from '@haft/schema/internal';
import type { ParameterModel } from '../model.js';
import { ts } from '../program/typescript.js';
import type { PropertyNode, TypeRef } from '../types/model.js';
import { aliasesOf } from '../types/read/aliases-of.js';
import { ownComment, type Comment } from '../types/read/comments.js';
import { doubtfulTags } from '../types/read/doubtful-tags.js';
import { keywordsOfTags } from '../types/read/jsdoc.js';
import { allowsUndefined, defaultOf } from '../types/read/object-type.js';
import { reportReservedName } from '../types/read/reserved-name.js';
import { decoratedParameter } from './decorated-parameter.js';
import { ClientValues, nestParameter, reportHttpOnly, type PipedParameter } from './nest-parameter.js';
import { openParameter } from './open-parameters.js';
import { parameterRole } from './parameter-role.js';
import { parameterSettings, type ParameterSettings } from './parameter-settings.js';
import { containsRef, referenceType } from './reference-type.js';
import { taggedName, type ReadParameter } from './read-parameter.js';
import type { ReadingContext } from './reading-context.js';
import type { ToolBeingRead, ToolSource } from './tool-source.js';
import { readsDeps, requiresDeps } from './required-deps.js';
import { reportUnknownDecorators } from './unknown-decorators.js';
import { writtenParameters } from './written-parameters.js';

/** Reads the parameters of a tool, by position. Reports problems. */
export function readParameters(
  signature: ts.Signature,
  tool: ToolBeingRead,
  context: ReadingContext,
): readonly ReadParameter[] {
  return new ParameterReading(tool, context).all(signature);
}

/** A parameter in the source, with its type and settings. */
interface DeclaredParameter {
  readonly name: string;
  readonly type: ts.Type;
  readonly declaration: ts.ParameterDeclaration;
  /** The parameter whose decorators count. */
  readonly decorated: ts.ParameterDeclaration;
  readonly settings: ParameterSettings;
  /** The facts from decorators of NestJS on a controller. */
  readonly piped?: PipedParameter | undefined;
}

class ParameterReading {
  private readonly source: ToolSource;
  /** The expressions of `{ parameters: { name: expression } }` in the options. */
  private readonly options: ReadonlyMap<string, ts.Expression>;
  private readonly clientValues = new ClientValues();

  constructor(
    private readonly tool: ToolBeingRead,
    private readonly context: ReadingContext,
  ) {
    this.source = tool.source;
    this.options = writtenParameters(tool.source.options, tool.source.saidBy, context);
  }

  all(signature: ts.Signature): readonly ReadParameter[] {
    const written = this.source.declaration.parameters;
    const shown = new Set(['this']);
    this.reportUnknownNames(new Set(signature.getParameters().map(({ name }) => name)));
    return signature.getParameters().flatMap((symbol, index) => {
      const declaration = (symbol.valueDeclaration ?? written[index]) as ts.ParameterDeclaration | undefined;
      return declaration === undefined || shown.has(symbol.name) ? [] : [this.parameter(symbol, declaration)];
    });
  }

  private parameter(symbol: ts.Symbol, declaration: ts.ParameterDeclaration): ReadParameter {
    const { checker, diagnostics } = this.context;
    const type = checker.getTypeOfSymbolAtLocation(symbol, this.source.place);
    const decorated = decoratedParameter(declaration, checker);
    const settings = parameterSettings(decorated, this.options.get(symbol.name), this.context);
    const role = parameterRole(decorated, type, settings, this.context);
    const name = parameterName(declaration, symbol);
    const nest = this.tool.isOfController ? nestParameter(decorated, this.context) : undefined;
    if (nest !== undefined && nest.source !== 'client') {
      if (nest.source === 'http') reportHttpOnly({ name, tool: this.tool.name }, nest, diagnostics);
      return { model: { kind: 'host', name, request: true }, declaration };
    }
    if (nest !== undefined) this.clientValues.add({ name, tool: this.tool.name }, nest, diagnostics);
    const parameter = { name, type: nest?.type ?? type, declaration, decorated, settings, piped: nest };
    if (role === 'run') return { model: { kind: 'run', ...needed(requiresDeps(type, checker)) }, declaration };
    const optional =
      nest?.optional === true ||
      declaration.initializer !== undefined ||
      declaration.questionToken !== undefined ||
      allowsUndefined(type);
    if (role === 'userInput') {
      const input = this.property(parameter, optional);
      return { model: { kind: 'host', name, input: true }, declaration, input };
    }
    if (role !== 'model') return { model: this.hostParameter(role, parameter), declaration };
    // It is not of the model, so reports about its type and its description would mislead.
    if (reportUnknownDecorators({ name, tool: this.tool.name, decorated, known: nest?.node }, this.context))
      return { model: { kind: 'host', name }, declaration };
    if (declaration.dotDotDotToken !== undefined) {
      diagnostics.at(declaration, {
        code: 'HAFT1043',
        message: `The ${this.source.kind} '${this.tool.name}' has the rest parameter '${name}', whose values have no names.`,
        fix: `Remove the dots and take an array: '${name}: ${declaration.type?.getText() ?? 'string[]'}'.`,
      });
    }
    const reference = referenceType(type, declaration.type, this.context);
    if (reference === undefined) {
      const property = this.property(parameter, optional);
      this.refuseRefInside(property, name, declaration);
      this.noteOpen(parameter, property, symbol.name);
      return { model: { kind: 'model', name, optional }, declaration, type: property };
    }
    const value = this.property({ ...parameter, type: reference.type }, optional, reference.written);
    const { text } = reference;
    return {
      model: { kind: 'model', name, optional, reference: text },
      declaration,
      type: { ...value, reference: text },
    };
  }

  /** Notes a parameter that nothing but its type could give away as one of the application. */
  private noteOpen(
    { name, type, declaration, decorated, piped }: DeclaredParameter,
    read: PropertyNode,
    key: string,
  ): void {
    const { names, checker, openParameters } = this.context;
    const isSaid = piped !== undefined || names.decorator(decorated, 'Param') !== undefined || this.options.has(key);
    if (isSaid || read.type.node.kind !== 'object') return;
    const open = openParameter({ name, tool: this.tool.name, type, place: declaration }, checker);
    if (open !== undefined) openParameters.push(open);
  }

  private refuseRefInside({ type }: PropertyNode, name: string, declaration: ts.ParameterDeclaration): void {
    if (!containsRef(type.node, this.context.names)) return;
    this.context.diagnostics.at(declaration, {
      code: 'HAFT1040',
      message: `The type of '${name}' of '${this.tool.name}' contains a Ref, which is possible only as the whole type of a parameter or a result.`,
      fix: `Write the type of the value itself, or a separate parameter of type Ref.`,
    });
  }

  private hostParameter(
    role: 'inject' | 'custom',
    { name, type, declaration, decorated, settings }: DeclaredParameter,
  ): ParameterModel {
    const symbol = this.context.checker.getNonNullableType(type).getSymbol();
    const token = this.context.names.decorator(decorated, 'Inject')?.args[0];
    const isClass = symbol !== undefined && (symbol.flags & ts.SymbolFlags.Class) !== 0;
    if (role === 'inject' && token === undefined && !settings.injected) {
      const reference = isClass ? this.context.references.of(symbol) : undefined;
      if (reference !== undefined) return { kind: 'host', name, class: reference };
      this.context.diagnostics.at(declaration, {
        code: isClass ? 'HAFT1061' : 'HAFT1060',
        message: isClass
          ? `No module exports the class '${symbol.name}' of the parameter '${name}'.`
          : `'${name}' has @Inject() without a token, and its type is not a class, so the container cannot resolve it.`,
        fix: isClass
          ? `Export '${symbol.name}', or write @Inject(token).`
          : 'Write @Inject(token), or give it a class as its type.',
      });
    }
    return { kind: 'host', name, ...needed(role === 'custom' && readsDeps(decorated, this.context)) };
  }

  /** @param written - the type in the source. Default: that of the declaration */
  private property(
    { name, type, declaration, settings, piped }: DeclaredParameter,
    optional: boolean,
    written = piped?.type === undefined ? declaration.type : undefined,
  ): PropertyNode {
    const types = this.context.argumentTypes;
    types.at(declaration, () => {
      reportReservedName(name, types);
    });
    const comment = ownComment(declaration);
    const { default: standard, ...keywords } = this.tagKeywords(name, comment, declaration);
    const read = (): TypeRef =>
      settings.schema === undefined
        ? types.read(type, written)
        : { node: { kind: 'leaf', schema: settings.schema, wire: 'unknown' } };
    return {
      name,
      type: types.at(declaration, () => types.within(this.tool.name, () => types.within(name, read))),
      optional,
      initialized: declaration.initializer !== undefined || piped?.optional === true,
      default: standard ?? defaultOf(declaration.initializer, this.context) ?? piped?.default,
      description: settings.description ?? this.tool.comment.parameters.get(name)?.text ?? comment.text,
      keywords: { ...piped?.keywords, ...keywords, ...settings.keywords },
      sensitive: settings.sensitive,
      aliases: aliasesOf(comment.tags),
      declaration,
    };
  }

  /** Returns the keywords in the comment of a parameter. Reports the ones that it cannot read. */
  private tagKeywords(name: string, comment: Comment, declaration: ts.ParameterDeclaration): JsonSchemaObject {
    const { diagnostics } = this.context;
    for (const finding of doubtfulTags(comment, name)) diagnostics.at(declaration, { ...finding, severity: 'warning' });
    return keywordsOfTags(comment.tags, `'${name}'`, (finding) => {
      diagnostics.at(declaration, finding);
    });
  }

  /** Settings under a wrong name would leave the parameter to the model. */
  private reportUnknownNames(names: ReadonlySet<string>): void {
    for (const [name, expression] of this.options) {
      if (names.has(name)) continue;
      const near = nearest(name, [...names]);
      this.context.diagnostics.at(expression, {
        code: 'HAFT1085',
        message: `${this.source.saidBy} parameters has '${name}', which is not a parameter of '${this.tool.name}'.`,
        fix: `${near === undefined ? '' : `Did you mean '${near}'? `}The parameters are: ${[...names].join(', ') || 'none'}.`,
      });
    }
  }
}

function needed(isNeeded: boolean): { readonly deps?: true } {
  return isNeeded ? { deps: true } : {};
}

/**
 * Returns the name of a parameter. A destructured one has the name in its `@param` tag. For the one
 * object parameter, any name works.
 */
function parameterName(declaration: ts.ParameterDeclaration, symbol: ts.Symbol): string {
  return ts.isIdentifier(declaration.name) ? symbol.name : (taggedName(declaration) ?? 'options');
}
