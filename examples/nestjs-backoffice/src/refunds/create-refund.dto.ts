import { IsEnum, IsInt, IsOptional, MaxLength, Min } from 'class-validator';
import { RefundReason } from './refund.entity.js';

/** Money to pay back for an order. */
export class CreateRefundDto {
  @IsInt()
  orderId!: number;

  /** In cents: 12.50 is 1250. */
  @IsInt()
  @Min(1)
  amountCents!: number;

  @IsEnum(RefundReason)
  reason!: RefundReason;

  /** For the bookkeeping. */
  @IsOptional()
  @MaxLength(200)
  note?: string;
}
