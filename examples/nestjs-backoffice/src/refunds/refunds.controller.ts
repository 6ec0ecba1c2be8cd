import { Body, Controller, ForbiddenException, Get, ParseIntPipe, Post, Query } from '@nestjs/common';
import { CurrentUser } from '../accounts/current-user.js';
import { Roles } from '../accounts/roles.js';
import { Role } from '../accounts/user.entity.js';
import { CreateRefundDto } from './create-refund.dto.js';
import type { Refund } from './refund.entity.js';
import { RefundLimit } from './refund-limit.js';
import { RefundsService } from './refunds.service.js';

@Controller('refunds')
export class RefundsController {
  constructor(
    private readonly refunds: RefundsService,
    private readonly limit: RefundLimit,
    private readonly current: CurrentUser,
  ) {}

  @Get()
  list(@Query('orderId', ParseIntPipe) orderId: number): Promise<Refund[]> {
    return this.refunds.list(orderId);
  }

  @Post()
  @Roles([Role.Support])
  create(@Body() refund: CreateRefundDto): Promise<Refund> {
    if (this.limit.isExceededBy(refund.amountCents) && !this.current.user.roles.includes(Role.Manager)) {
      throw new ForbiddenException(`A refund over ${this.limit.cents} cents needs a manager.`);
    }
    return this.refunds.create(refund);
  }
}
