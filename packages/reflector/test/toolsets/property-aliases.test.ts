import { describe, expect, it } from '@jest/globals';
import { writeModule } from '../../src/emit/write-module.js';
import { readMembers } from '../support/read-fixture.js';

/** The aliases in the descriptors of a project, as the runtime reads them. */
function aliasesIn(members: string, declarations = ''): unknown {
  const { model, diagnostics } = readMembers(members, declarations);
  expect(diagnostics).toEqual([]);
  const text = writeModule(model, { out: '/project/src/toolsets.gen.ts' });
  const [, written] = /propertyAliases: '(.*)',/.exec(text) ?? [];
  return written === undefined ? undefined : JSON.parse(written);
}

/** The codes and messages of a project. */
function reportsOf(members: string, declarations = ''): readonly string[] {
  return readMembers(members, declarations).diagnostics.map(({ code, message }) => `${code} ${message}`);
}

const EDIT = `
/** A change. */
interface Edit {
  /**
   * The text to replace.
   * @alias old_string, old_str
   */
  oldText: string;
  /** The new text. @alias new_string */
  newText?: string;
}`;

describe('@alias', () => {
  it('gives a parameter, and a property at any depth, other names', () => {
    const members = `
  /**
   * Changes a file.
   * @param path The file.
   * @param edits The changes.
   */
  @Tool() edit(/** @alias file_path filename */ path: string, /** @alias changes */ edits: Edit[]): void {}`;
    expect(aliasesIn(members, EDIT)).toEqual({
      '': { file_path: 'path', filename: 'path', changes: 'edits' },
      '/properties/edits/items': { old_string: 'oldText', old_str: 'oldText', new_string: 'newText' },
    });
  });

  it('works in the one object parameter, in a class and in a recursive type', () => {
    const node = `/** A node. */
export class Node {
  /** Its name. @alias title */
  name!: string;
  /** Its children. @alias nodes */
  children?: Node[];
}`;
    expect(aliasesIn('  /** Adds it. */ @Tool() add(node: Node): void {}', node)).toEqual({
      '': { title: 'name', nodes: 'children' },
      '/$defs/Node': { title: 'name', nodes: 'children' },
    });
  });

  it('is neither in the schema nor in the description nor in the fingerprint', () => {
    const tool = (tag: string): unknown => {
      const { model } = readMembers(`  /** Reads. @param path The file. */ @Tool() read(${tag}path: string): void {}`);
      const text = writeModule(model, { out: '/project/src/toolsets.gen.ts' });
      return text.split('\n').filter((line) => /parameters:|description:|fingerprint:/.test(line));
    };
    expect(tool('/** @alias file */ ')).toEqual(tool(''));
  });

  it('must be a free name, and have one', () => {
    const tool = (parameters: string): readonly string[] =>
      reportsOf(`  /** Reads. @param a A. @param b B. */ @Tool() read(${parameters}): void {}`);
    expect(tool('/** @alias b */ a: string, b: string')).toEqual([
      "HAFT1026 The alias 'b' of 'a' is also the name of a property.",
    ]);
    expect(tool('/** @alias c */ a: string, /** @alias c */ b: string')).toEqual([
      "HAFT1026 The alias 'c' of 'b' is also an alias of 'a'.",
    ]);
    expect(tool('/** @alias a */ a: string, /** @alias c c */ b: string')).toEqual([
      "HAFT1026 The alias 'a' of 'a' is also the name of a property.",
      "HAFT1026 The alias 'c' of 'b' is also an alias of 'b'.",
    ]);
    expect(tool('/** @alias */ a: string, /** @alias __proto__ */ b: string')).toEqual([
      "HAFT1026 The alias '' of 'a' has no name.",
      "HAFT1026 The alias '__proto__' of 'b' is a name that Haft rejects in every call.",
    ]);
  });

  it('has no meaning where any name may be sent', () => {
    const open = '/** O. */ interface Open { /** A. @alias c */ a?: string; [name: string]: unknown }';
    expect(reportsOf('  /** Reads. @param b B. */ @Tool() read(b: Open, n: number): void {}', open)).toContain(
      "HAFT1026 The alias 'c' of 'a' may be any other property.",
    );
  });
});

describe('@alias of a method', () => {
  const other = (members: string): unknown => {
    const { model, diagnostics } = readMembers(members);
    return [
      ...model.toolsets.flatMap(({ tools }) => tools.map(({ otherNames }) => otherNames)),
      ...diagnostics.map(({ code, message }) => `${code} ${message}`),
    ];
  };

  it('gives the tool the names of similar tools elsewhere', () => {
    expect(other('  /** Reads.\n   * @alias read_file, Read\n   */ @Tool() read(): void {}')).toEqual([
      ['read_file', 'Read'],
    ]);
  });

  it('must be the name of no other tool, and valid', () => {
    expect(
      other(
        '  /** Reads.\n   * @alias write a.b\n   */ @Tool() read(): void {}\n  /** Writes. */ @Tool() write(): void {}',
      ),
    ).toEqual([
      ['write', 'a.b'],
      undefined,
      "HAFT1026 The alias 'a.b' of the tool 'read' is not the name of a tool: it must match ^[a-zA-Z_][a-zA-Z0-9_]{0,63}$.",
      "HAFT1026 The alias 'write' of Tools.read is also a name of Tools.write.",
    ]);
  });
});
