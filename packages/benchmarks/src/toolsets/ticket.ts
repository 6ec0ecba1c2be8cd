/** The person who does the work. */
export class Assignee {
  /** @minLength 1 */
  name!: string;
  /** @format email */
  email!: string;
}

/** A ticket, with the constraints in JSDoc tags. */
export class Ticket {
  /**
   * @minLength 1
   * @maxLength 120
   */
  title!: string;
  priority!: 'low' | 'normal' | 'high' | 'urgent';
  assignee!: Assignee;
  /** @maxItems 10 */
  tags!: string[];
  /** @format email */
  contactEmail!: string;
  /** @format uri */
  link!: string;
  /**
   * @minimum 0
   * @maximum 1000
   */
  estimate!: number;
  notify?: boolean;
}
