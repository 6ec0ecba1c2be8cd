import 'reflect-metadata';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsEmail,
  IsIn,
  IsInt,
  IsNumber,
  IsOptional,
  IsString,
  IsUrl,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateBy,
  ValidateNested,
} from 'class-validator';

/* The shapes as NestJS projects write them. */

export class SDto {
  @IsString() @MinLength(1) query!: string;
  @IsOptional() @IsInt() @Min(1) @Max(100) limit = 10;
}

export class AssigneeDto {
  @IsString() @MinLength(1) name!: string;
  @IsEmail() email!: string;
}

export class MDto {
  @IsString() @MinLength(1) @MaxLength(120) title!: string;
  @IsIn(['low', 'normal', 'high', 'urgent']) priority!: 'low' | 'normal' | 'high' | 'urgent';
  @ValidateNested() @Type(() => AssigneeDto) assignee!: AssigneeDto;
  @IsArray() @ArrayMaxSize(10) @IsString({ each: true }) tags!: string[];
  @IsEmail() contactEmail!: string;
  @IsUrl() link!: string;
  @IsNumber() @Min(0) @Max(1000) estimate!: number;
  @IsOptional() @IsBoolean() notify?: boolean;
}

export class CustomerDto {
  @IsString() id!: string;
  @IsString() name!: string;
  @IsEmail() email!: string;
}

export class PickupDto {
  @IsIn(['pickup']) type!: 'pickup';
  @IsString() storeId!: string;
}

export class DeliveryDto {
  @IsIn(['delivery']) type!: 'delivery';
  @IsString() street!: string;
  @IsString() city!: string;
  @IsString() zip!: string;
}

export class PercentDto {
  @IsIn(['percent']) type!: 'percent';
  @IsNumber() @Min(0) @Max(100) value!: number;
}

export class CodeDto {
  @IsIn(['code']) type!: 'code';
  @IsString() code!: string;
}

const SHIPPING = {
  keepDiscriminatorProperty: true,
  discriminator: {
    property: 'type',
    subTypes: [
      { value: PickupDto, name: 'pickup' },
      { value: DeliveryDto, name: 'delivery' },
    ],
  },
};
const DISCOUNT = {
  keepDiscriminatorProperty: true,
  discriminator: {
    property: 'type',
    subTypes: [
      { value: PercentDto, name: 'percent' },
      { value: CodeDto, name: 'code' },
    ],
  },
};

export class ItemDto {
  @IsString() @MinLength(1) sku!: string;
  @IsInt() @Min(1) @Max(1000) quantity!: number;
  @IsNumber() @Min(0) unitPrice!: number;
  @IsIn(['physical', 'digital', 'service']) kind!: 'physical' | 'digital' | 'service';
  @ValidateNested() @Type(() => Object, DISCOUNT) discount!: PercentDto | CodeDto;
  @IsStringOrNumber() ref!: string | number;
}

export class LDto {
  @IsString() @MinLength(1) orderId!: string;
  @ValidateNested() @Type(() => CustomerDto) customer!: CustomerDto;
  @ValidateNested() @Type(() => Object, SHIPPING) shipping!: PickupDto | DeliveryDto;
  @IsArray() @ArrayMinSize(1) @ArrayMaxSize(100) @ValidateNested({ each: true }) @Type(() => ItemDto) items!: ItemDto[];
  @IsOptional() @IsString() note?: string;
}

export const dtos = { S: SDto, M: MDto, L: LDto };

function IsStringOrNumber(): PropertyDecorator {
  return ValidateBy({
    name: 'isStringOrNumber',
    validator: {
      validate: (value) => typeof value === 'string' || typeof value === 'number',
      defaultMessage: () => '$property must be a string or a number',
    },
  });
}
