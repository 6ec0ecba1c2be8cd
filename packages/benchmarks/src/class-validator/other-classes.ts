import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsEmail,
  IsIn,
  IsNumber,
  IsOptional,
  IsString,
  IsUrl,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateNested,
} from 'class-validator';
import { AssigneeDto } from './dtos.js';

/**
 * Returns classes with the rules of shape M, as many as a large application has in
 * class-validator's one storage.
 */
export function decorateOtherClasses(count: number): readonly object[] {
  return Array.from({ length: count }, () => {
    const other = class {};
    for (const [property, decorators] of Object.entries(RULES)) {
      for (const decorate of decorators) decorate(other.prototype, property);
    }
    return other;
  });
}

const RULES: Readonly<Record<string, readonly PropertyDecorator[]>> = {
  title: [IsString(), MinLength(1), MaxLength(120)],
  priority: [IsIn(['low', 'normal', 'high', 'urgent'])],
  assignee: [ValidateNested(), Type(() => AssigneeDto)],
  tags: [IsArray(), ArrayMaxSize(10), IsString({ each: true })],
  contactEmail: [IsEmail()],
  link: [IsUrl()],
  estimate: [IsNumber(), Min(0), Max(1000)],
  notify: [IsOptional(), IsBoolean()],
};
