import { IsIn, IsNotEmpty, IsOptional, IsString, MaxLength } from 'class-validator';

/** The behaviour for an existing file. */
export type WriteMode = 'overwrite' | 'create' | 'append';

/** A file to write. */
export class WriteFileDto {
  /** Path relative to the workspace root. */
  @IsString()
  @IsNotEmpty()
  path!: string;

  /** The text to write. */
  @IsString()
  @MaxLength(1000, { message: 'content is too long: write at most 1000 characters at a time, then append' })
  content!: string;

  /** The behaviour for an existing file. */
  @IsOptional()
  @IsIn(['overwrite', 'create', 'append'])
  mode: WriteMode = 'overwrite';
}
