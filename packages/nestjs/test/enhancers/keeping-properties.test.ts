import { ValidationPipe, type ArgumentMetadata } from '@nestjs/common';
import { Expose, Type } from 'class-transformer';
import { IsString } from 'class-validator';
import { keepingProperties } from '../../src/enhancers/keeping-properties.js';
import { BODY } from '../../src/enhancers/method-parameters.js';
import { ROUTE_PARAMETER } from '../../src/enhancers/route-arguments.js';

/* A pipe of the application and the checks of Haft agree about the properties of an argument. */

class NewVisit {
  @IsString() name!: string;
  @Type(() => Date) at!: Date;
  guests = 1;
}

class Exposed {
  @Expose() name!: string;
  guests!: number;
}

class Plain {
  guests!: number;
}

const ofModel = (metatype: ArgumentMetadata['metatype']): ArgumentMetadata => ({
  type: 'body',
  metatype,
  data: undefined,
});

function visit(): NewVisit {
  return Object.assign(new NewVisit(), { name: 'Ann', at: new Date(0), guests: 2 });
}

describe('an argument behind a ValidationPipe', () => {
  it.each([
    ['whitelist', { whitelist: true }],
    ['forbidNonWhitelisted', { whitelist: true, forbidNonWhitelisted: true }],
    ['forbidUnknownValues', { forbidUnknownValues: true }],
  ])('keeps properties without rules with %s', async (_title, options) => {
    for (const transform of [true, false]) {
      const pipe = keepingProperties(new ValidationPipe({ transform, ...options }), BODY);
      await expect(pipe.transform(visit(), ofModel(NewVisit))).resolves.toEqual(visit());
    }
  });

  it('keeps the properties of a class without rules', async () => {
    const plain = Object.assign(new Plain(), { guests: 3 });
    const pipe = keepingProperties(
      new ValidationPipe({ transform: true, whitelist: true, forbidUnknownValues: true }),
      BODY,
    );
    await expect(pipe.transform(plain, ofModel(Plain))).resolves.toEqual(plain);
  });

  it('keeps properties that class-transformer would leave out', async () => {
    const value = Object.assign(new Exposed(), { name: 'Ann', guests: 2 });
    const pipe = keepingProperties(
      new ValidationPipe({ transform: true, transformOptions: { excludeExtraneousValues: true } }),
      BODY,
    );
    await expect(pipe.transform(value, ofModel(Exposed))).resolves.toEqual(value);
  });

  it('is still checked by the rules, and by a pipe that extends it', async () => {
    class Shouting extends ValidationPipe {
      override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
        const result = (await super.transform(value, metadata)) as NewVisit;
        return Object.assign(result, { name: result.name.toUpperCase() });
      }
    }
    const pipe = keepingProperties(new Shouting({ transform: true, whitelist: true }), BODY);
    await expect(pipe.transform(visit(), ofModel(NewVisit))).resolves.toMatchObject({ name: 'ANN', guests: 2 });
    const wrong = Object.assign(visit(), { name: 5 });
    await expect(pipe.transform(wrong, ofModel(NewVisit))).rejects.toThrow('Bad Request');
  });

  it('is the only one: values of the application and other pipes stay as they are', () => {
    const pipe = new ValidationPipe({ whitelist: true });
    expect(keepingProperties(pipe, 0)).toBe(pipe);
    for (const options of [{}, { validatorOptions: null }, { validatorOptions: 'strict' }]) {
      const other = { transform: (value: unknown) => value, ...options };
      expect(keepingProperties(other, BODY)).toBe(other);
    }
  });

  it('has one pipe for all calls, with the other options of the original', () => {
    const pipe = new ValidationPipe({
      whitelist: true,
      groups: ['strict'],
      transformOptions: { strategy: 'excludeAll', excludePrefixes: ['_'], groups: ['out'] },
    });
    const kept = keepingProperties(pipe, BODY);
    expect(keepingProperties(pipe, BODY)).toBe(kept);
    expect(kept).toMatchObject({
      validatorOptions: {
        whitelist: false,
        forbidNonWhitelisted: false,
        forbidUnknownValues: false,
        groups: ['strict'],
      },
      transformOptions: {
        strategy: undefined,
        excludePrefixes: undefined,
        excludeExtraneousValues: false,
        groups: ['out'],
      },
    });
    expect(pipe).toMatchObject({ validatorOptions: { whitelist: true } });
    expect(keepingProperties(new ValidationPipe(), BODY)).toMatchObject({ transformOptions: undefined });
  });

  it('is still rejected if the application names a class for it, and forbids unknown values', () => {
    const pipe = new ValidationPipe({ expectedType: Plain, forbidUnknownValues: true });
    expect(keepingProperties(pipe, BODY)).toMatchObject({ validatorOptions: { forbidUnknownValues: true } });
  });

  it.each(['body', 'query', 'param'] as const)('comes from a client too, as %s', (source) => {
    const pipe = new ValidationPipe({ whitelist: true });
    expect(keepingProperties(pipe, ROUTE_PARAMETER[source])).not.toBe(pipe);
  });
});
