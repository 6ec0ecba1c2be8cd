import type { Class } from '@haft/core';
import { Allow, IsEmail, IsOptional, IsString, Length, MinLength, ValidateIf } from 'class-validator';
import { checkRegisteredRules } from '../../src/rules/check-registered-rules.js';

/** As a generated module says it. */
function check(dto: Class, rules: Readonly<Record<string, string>>, fromLibrary?: true): void {
  checkRegisteredRules([() => ({ class: dto, rules: JSON.stringify(rules), ...(fromLibrary && { fromLibrary }) })]);
}

const differs = (message: RegExp): unknown =>
  expect.objectContaining({ code: 'HAFT_RULES_DIFFER', message: expect.stringMatching(message) as unknown });
function thrown(run: () => void): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  return undefined;
}

describe('the rules of a DTO at its first use', () => {
  it('are as the build read them, in any order, inherited ones too', () => {
    class Base {
      @IsString()
      name!: string;
    }
    class Dto extends Base {
      @MinLength(1)
      @IsString()
      @IsOptional()
      title!: string;
      @Length(1, 2)
      code!: string;
    }
    check(Dto, { title: 'conditionalvalidation isstring minlength', code: 'islength', name: 'isstring' });
    check(class {}, {});
  });

  it('are refused when one was added at run time that nothing would check', () => {
    class Dto {
      @IsString()
      email!: string;
      free!: string;
    }
    check(Dto, { email: 'isstring' });
    class Added {
      @IsString()
      email!: string;
      free!: string;
    }
    IsEmail()(Added.prototype, 'email');
    IsString()(Added.prototype, 'free');
    expect(
      thrown(() => {
        check(Added, { email: 'isstring' });
      }),
    ).toEqual(differs(/rules of Added .*email has isemail, .*free has isstring, which the build did not read/));
  });

  it('are rejected if the same rule is registered more often than in the build', () => {
    class Dto {
      @MinLength(1)
      @MinLength(2)
      name!: string;
    }
    expect(
      thrown(() => {
        check(Dto, { name: 'minlength' });
      }),
    ).toEqual(differs(/name has minlength/));
    check(Dto, { name: 'minlength minlength' });
  });

  it('may be any where they run at the call, but not none', () => {
    class Dto {
      @IsEmail()
      email!: string;
      other!: string;
    }
    check(Dto, { email: '*', other: '?' });
    class Bare {
      email!: string;
    }
    expect(
      thrown(() => {
        check(Bare, { email: '*' });
      }),
    ).toEqual(differs(/the rules of email are not registered/));
  });

  it('may be nothing but conditions', () => {
    class Dto {
      @ValidateIf(() => true)
      name!: string;
      @IsOptional({ groups: ['create'] })
      title?: string;
      @ValidateIf(() => false)
      @Allow()
      code!: string;
    }
    check(Dto, { name: '*', title: '*', code: '*' });
  });

  it('in a library must be registered', () => {
    class Foreign {
      email!: string;
    }
    expect(
      thrown(() => {
        check(Foreign, { email: '?' }, true);
      }),
    ).toEqual(differs(/Foreign comes from a library/));
    class Registered {
      @IsEmail()
      email!: string;
    }
    check(Registered, { email: '?' }, true);
  });

  it('are compared once for each class', () => {
    class Dto {
      @IsString()
      name!: string;
    }
    check(Dto, { name: 'isstring' });
    IsEmail()(Dto.prototype, 'name');
    check(Dto, { name: 'isstring' });
  });
});
