import { Body, Controller, Get, HttpCode, Param, Post, UseFilters } from '@nestjs/common';
import { IsBoolean, IsOptional, MaxLength } from 'class-validator';
import { Roles } from '../accounts/roles.js';
import { Role } from '../accounts/user.entity.js';
import { ApprovalsService, type Approval } from './approvals.service.js';
import type { ChatAnswer } from './chat.service.js';
import { DecisionFilter } from './decision.filter.js';

class DecisionDto {
  @IsBoolean()
  approved!: boolean;

  /** The model reads it when the answer is no. */
  @IsOptional()
  @MaxLength(200)
  text?: string;
}

/** The endpoint where managers decide about calls of a model. */
@Controller('approvals')
@Roles([Role.Manager])
@UseFilters(DecisionFilter)
export class ApprovalsController {
  constructor(private readonly approvals: ApprovalsService) {}

  @Get()
  list(): Promise<Approval[]> {
    return this.approvals.list();
  }

  @Post(':runId')
  @HttpCode(200)
  decide(@Param('runId') runId: string, @Body() { approved, text }: DecisionDto): Promise<ChatAnswer> {
    return this.approvals.decide(runId, approved, text);
  }
}
