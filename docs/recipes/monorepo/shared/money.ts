import { IsIn, Min } from 'class-validator';

/** A class of a package that has no toolsets, so it needs no `haft build`. */
export class Money {
  @Min(1)
  cents!: number;

  @IsIn(['EUR', 'USD'])
  currency!: string;
}
