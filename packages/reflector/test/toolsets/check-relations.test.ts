import { describe, expect, it } from '@jest/globals';
import { readMembers } from '../support/read-fixture.js';

const ORM = `type Side = (type?: unknown, inverse?: (one: any) => unknown) => PropertyDecorator;
const OneToMany: Side = () => () => {};
const ManyToOne: Side = () => () => {};
const orm = { OneToMany, belongsTo: OneToMany };
const Prop = (options?: unknown): PropertyDecorator => () => {};
const Type = OneToMany;`;

const BLOG = `class User { id!: number; @OneToMany(() => Post, (one) => one.author) posts!: Post[]; }
class Post { id!: number; @ManyToOne(() => User, (one) => one.posts) author!: User; }`;

function told(tool: string, entities: string): readonly string[] {
  const { diagnostics } = readMembers(`  /** S.\n   * @param value V. */\n  @Tool() ${tool}`, `${ORM}\n${entities}`);
  return diagnostics
    .filter(({ code }) => code === 'HAFT1053')
    .map(({ line, message }) => `${String(line)}: ${message}`);
}

const SENT = "The model sends both sides of a relation in the parameter 'value' of tool 'save'";

describe('HAFT1053: an entity with both sides of a relation', () => {
  it.each([
    ['a parameter', 'save(value: User): void {}', `${SENT}: User.posts and Post.author.`],
    ['items of a parameter', 'save(value: readonly User[]): void {}', `${SENT}: User.posts and Post.author.`],
    [
      'a part of a parameter',
      'save(value: { at: Date; user?: User | null }): void {}',
      `${SENT}: User.posts and Post.author.`,
    ],
    ['properties of a parameter', 'save(value: Partial<Post>): void {}', `${SENT}: Post.author and User.posts.`],
    [
      'a result',
      'async get(value: string): Promise<User[]> { return []; }',
      "The result of 'get' has both sides of a relation, so it may contain itself: User.posts and Post.author.",
    ],
  ])('warns at the line of the tool if it is %s', (_what, tool, message) => {
    const [found, ...more] = told(tool, BLOG);
    expect(found).toMatch(/^1\d: /);
    expect(found?.replace(/^\d+: /, '')).toBe(message);
    expect(more).toEqual([]);
  });

  it.each([
    [
      'a tree with its parent',
      'class User { @ManyToOne() boss?: User; @OneToMany() team!: User[]; }',
      'User.boss and User.team',
    ],
    [
      'a base class',
      'class Owned { @ManyToOne() owner!: User; }\nclass Car extends Owned {}\nclass User { @OneToMany() cars!: Car[]; }',
      'User.cars and Owned.owner',
    ],
    [
      'decorators of a namespace',
      'class User { @orm.OneToMany() cars!: Car[]; }\nclass Car { @orm.belongsTo() owner!: User; }',
      'User.cars and Car.owner',
    ],
    [
      'references of documents',
      "class User { @Prop({ type: [{ ref: 'Car' }] }) cars!: Car[]; }\nclass Car { @Prop({ ref: 'User' }) owner!: User | null; }",
      'User.cars and Car.owner',
    ],
  ])('finds the sides in %s', (_what, entities, sides) => {
    expect(told('save(value: User): void {}', entities).map((one) => one.replace(/^\d+: /, ''))).toEqual([
      `${SENT}: ${sides}.`,
    ]);
  });

  it.each([
    ['types that refer to each other without an ORM', 'class User { parts!: Part[]; }\nclass Part { of!: User; }'],
    ['other decorators', 'class User { @Type() parts!: Part[]; }\nclass Part { @Type() of!: User; }'],
    ['a tree without its parent', 'class User { @OneToMany() team!: User[]; }'],
    ['one side', 'class User { @OneToMany() cars!: Car[]; }\nclass Car { id!: number; }'],
    [
      'embedded documents',
      'class User { @Prop({ type: [Object] }) cars!: Car[]; }\nclass Car { @Prop() owner?: User; }',
    ],
    ['two relations to itself', 'class User { @ManyToOne() boss?: User; @ManyToOne() mentor?: User; }'],
    [
      'two relations of the same kind',
      'class User { @ManyToOne() home?: City; @ManyToOne() work?: City; }\nclass City { name!: string; }',
    ],
  ])('does not warn of %s', (_what, entities) => {
    expect(told('save(value: User): void {}', entities)).toEqual([]);
  });

  it('does not warn of a type without one side', () => {
    expect(told("save(value: Omit<User, 'posts'>): void {}", BLOG)).toEqual([]);
  });
});
