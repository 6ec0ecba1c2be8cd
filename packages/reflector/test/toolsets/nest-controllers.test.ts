import { describe, expect, it } from '@jest/globals';
import { readFiles } from '../support/read-fixture.js';

/* A controller of NestJS may be a toolset: its parameter decorators say who supplies a value. */

const STUB = `type Pipe = { transform(value: any): any };
type Given = string | Pipe | (new (...args: any[]) => Pipe);
export declare const Controller: (path?: string) => ClassDecorator;
export declare const Get: (path?: string) => MethodDecorator;
export declare const Sse: (path?: string) => MethodDecorator;
export declare function Param(...given: Given[]): ParameterDecorator;
export declare function Query(...given: Given[]): ParameterDecorator;
export declare function Body(...given: Given[]): ParameterDecorator;
export declare const Req: () => ParameterDecorator;
export declare const Res: (options?: object) => ParameterDecorator;
export declare class ParseFilePipe { transform(value: any): any; }
export declare const Headers: (name?: string) => ParameterDecorator;
export declare function UploadedFile(...given: Given[]): ParameterDecorator;
export declare function createParamDecorator(factory: (data: unknown, context: unknown) => unknown): (data?: unknown) => ParameterDecorator;
export declare class ParseIntPipe { transform(value: string): Promise<number>; }
export declare class ParseUUIDPipe { transform(value: string): Promise<string>; }
export declare class ParseEnumPipe { constructor(type: object); transform(value: any): any; }
export declare class DefaultValuePipe { constructor(value: any); transform(value: any): any; }
export declare class StreamableFile { constructor(bytes: unknown); getStream(): unknown; }
`;

function read(members: string, head = "@Controller('orders') @Toolset()") {
  const { model, diagnostics } = readFiles({
    'node_modules/@nestjs/common/package.json': JSON.stringify({ name: '@nestjs/common', types: 'index.d.ts' }),
    'node_modules/@nestjs/common/index.d.ts': STUB,
    'src/main.ts': `import { Body, Controller, createParamDecorator, DefaultValuePipe, Get, Headers, Param, ParseEnumPipe, ParseFilePipe, ParseIntPipe, ParseUUIDPipe, Query, Req, Res, Sse, StreamableFile, UploadedFile } from '@nestjs/common';
import { Tool, Toolset } from '@haft/core';
class User { id = ''; can(): boolean { return true; } }
const CurrentUser = createParamDecorator(() => new User());
const Mine = () => CurrentUser('me');
const Id = () => Param('id', ParseIntPipe);
enum Size { Small = 'small', Large = 'large' }
interface Order { id: number; lines: string[] }
class OrderPipe { transform(id: number): Order { return { id, lines: [] }; } }
/** Orders. */
${head}
export class Orders {
${members}
}`,
  });
  const tool = model.toolsets[0]?.tools[0];
  return {
    kinds: tool?.parameters.map((one) => ('request' in one ? 'request' : one.kind)),
    schema: tool?.arguments.schema,
    reports: diagnostics.map(({ code, message, fix }) => `${code} ${message} ${fix ?? ''}`),
  };
}

describe('a controller of NestJS as a toolset', () => {
  it.each([
    ["@Param('id', ParseIntPipe) id: number", { id: { type: 'integer' } }, ['id']],
    ['@Id() number: number', { number: { type: 'integer' } }, ['number']],
    ["@Param('id', new ParseUUIDPipe()) id: string", { id: { type: 'string', format: 'uuid' } }, ['id']],
    [
      "@Query('size', new ParseEnumPipe(Size)) size: string",
      { size: { type: 'string', enum: ['small', 'large'] } },
      ['size'],
    ],
    [
      "@Query('page', new DefaultValuePipe(1), ParseIntPipe) page: number",
      { page: { type: 'integer', default: 1 } },
      undefined,
    ],
    ["@Query('q') q?: string", { q: { type: 'string' } }, undefined],
    ["@Param('id', OrderPipe) order: Order", { order: { type: 'number' } }, ['order']],
  ])('reads the value of a client from %s [NEW-35]', (parameter, properties, required) => {
    const { schema, kinds, reports } = read(`  /** G. @param id - I. */ @Get() @Tool() get(${parameter}): void {}`);
    expect(reports.filter((one) => !/HAFT103[01]/.test(one))).toEqual([]);
    expect(kinds).toEqual(['model']);
    expect(schema).toMatchObject({ properties });
    expect(schema?.required).toEqual(required);
  });

  it('has one class of values flat, and next to others nested [NEW-35]', () => {
    const flat = read(
      '  /** L. */ @Get() @Tool() list(@Query() query: { text: string }, @Req() request: object): void {}',
    );
    expect(flat.kinds).toEqual(['model', 'request']);
    expect(Object.keys(flat.schema?.properties ?? {})).toEqual(['text']);
    const nested = read(
      "  /** L. */ @Get() @Tool() put(@Param('id') id: string, @Body() body: { text: string }): void {}",
    );
    expect(Object.keys(nested.schema?.properties ?? {})).toEqual(['id', 'body']);
  });

  it.each([
    "@Headers('x-tenant') tenant: string",
    '@CurrentUser() user: User',
    '@Mine() user: User',
    '@Req() req: any',
  ])('leaves %s to the request of the host [NEW-35]', (parameter) => {
    const { kinds, schema, reports } = read(`  /** G. */ @Get() @Tool() get(${parameter}): void {}`);
    expect(reports).toEqual([]);
    expect(kinds).toEqual(['request']);
    expect(schema?.properties).toEqual({});
  });

  it.each([
    [
      '@Get() @Tool() get(@Res() res: object): void {}',
      "'@Res' on parameter 'res' of tool 'get': only an HTTP request has this value.",
    ],
    [
      '@Get() @Tool() get(@UploadedFile() file: object): void {}',
      "'@UploadedFile' on parameter 'file' of tool 'get': only an HTTP request has this value.",
    ],
    [
      '@Get() @Tool() async get(): Promise<StreamableFile> { return null!; }',
      "The tool 'get' answers with a StreamableFile, which only HTTP has.",
    ],
    [
      '@Sse() @Tool() get(): string { return ""; }',
      "The tool 'get' answers with server-sent events, which only HTTP has.",
    ],
    [
      '@Get() @Tool() get(): StreamableFile | string { return ""; }',
      "The tool 'get' answers with a StreamableFile, which only HTTP has.",
    ],
    [
      '@Get() @Tool() get(@Res({ passthrough: true }) res: object): string { return ""; }',
      "'@Res' on parameter 'res' of tool 'get': only an HTTP request has this value.",
    ],
    [
      '@Get() @Tool() get(@UploadedFile(new ParseFilePipe()) file: object): void {}',
      "'@UploadedFile' on parameter 'file' of tool 'get': only an HTTP request has this value.",
    ],
  ])('HAFT1024: %s', (member, message) => {
    const { reports } = read(`  /** G. */ ${member}`);
    expect(reports).toHaveLength(1);
    expect(reports[0]).toContain(`HAFT1024 ${message}`);
  });

  it.each([
    ["@Query('q') text: string, @Query('q', ParseIntPipe) number: number", "@Query('q') and @Query('q')"],
    ["@Body('part') part: string, @Body() all: Order", "@Body('part') and @Body()"],
    ["@Query() all: Order, @Query('id') id: string", "@Query() and @Query('id')"],
  ])('HAFT1027: %s', (parameters, values) => {
    const { reports } = read(`  /** G. */ @Get() @Tool() get(${parameters}): void {}`);
    const found = reports.filter((one) => one.startsWith('HAFT1027'));
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(`of tool 'get' read the same value: ${values}. A model would supply it twice.`);
  });

  it.each([
    "@Query('q') text: string, @Body('q') other: string",
    "@Param('id') id: string, @Body() all: Order",
    "@Body('a') a: string, @Body('b') b: string",
  ])('takes different values of a request: %s', (parameters) => {
    const { reports } = read(`  /** G. */ @Get() @Tool() get(${parameters}): void {}`);
    expect(reports.filter((one) => one.startsWith('HAFT1027'))).toEqual([]);
  });

  it('HAFT1051: a decorator that neither Haft nor NestJS knows is still an error', () => {
    const other = '  /** G. */ @Get() @Tool() get(@Other() user: string): void {}';
    expect(read(other).reports.filter((one) => one.startsWith('HAFT1051'))).toHaveLength(1);
  });

  it('HAFT1051: outside of a controller, the values of NestJS do not exist, and no fix names the @Param of Haft', () => {
    const { reports } = read("  /** G. */ @Tool() get(@Param('id') id: string): void {}", '@Toolset()');
    expect(reports[0]).toMatch(/^HAFT1051 .* Remove it: NestJS supplies .* '@param id \.\.\.'/);
    const open = read('  /** G. @param user - A user. */ @Tool() get(user: User): void {}', '@Toolset()').reports;
    expect(open.join('\n')).toMatch(/HAFT1052 .*@Tool\(\{ parameters/);
    expect(open.join('\n')).not.toContain("@Param('");
  });
});
