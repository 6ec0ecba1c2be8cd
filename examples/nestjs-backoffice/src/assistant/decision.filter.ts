import { Catch, HttpException, HttpStatus, type ArgumentsHost } from '@nestjs/common';
import { BaseExceptionFilter } from '@nestjs/core';
import { HaftError, type HaftErrorCode } from 'haft';

const STATUS: Partial<Record<HaftErrorCode, HttpStatus>> = {
  HAFT_REQUEST_EXPIRED: HttpStatus.GONE,
  HAFT_DECISION_USED: HttpStatus.CONFLICT,
};

/** Says over HTTP why a decision does not count. */
@Catch(HaftError)
export class DecisionFilter extends BaseExceptionFilter {
  override catch(error: HaftError, host: ArgumentsHost): void {
    const status = STATUS[error.code];
    super.catch(status === undefined ? error : new HttpException(error.message, status), host);
  }
}
