import { IsEmail, IsOptional, Matches } from 'class-validator';

/** How a customer can be reached; what is left out stays as it is. */
export class ContactDto {
  @IsOptional()
  @IsEmail()
  email?: string;

  /** With country code, as +4930123456. */
  @IsOptional()
  @Matches(/^\+[1-9]\d{6,14}$/, { message: 'phone must be written as +4930123456' })
  phone?: string;
}
