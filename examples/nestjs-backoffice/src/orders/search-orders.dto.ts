import { Type } from 'class-transformer';
import { IsDate, IsEnum, IsInt, IsOptional, Max, Min } from 'class-validator';
import { OrderStatus } from './order.entity.js';

/** Which orders to show, newest first. */
export class SearchOrdersDto {
  /** Only orders of this customer. */
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  customerId?: number;

  /** Only orders with this status. */
  @IsOptional()
  @IsEnum(OrderStatus)
  status?: OrderStatus;

  /** Only orders from this time on. */
  @IsOptional()
  @Type(() => Date)
  @IsDate()
  placedFrom?: Date;

  /** Most orders to show. */
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(50)
  limit = 10;
}
