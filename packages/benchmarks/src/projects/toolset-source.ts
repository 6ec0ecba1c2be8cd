import type { ProjectRules } from './generate-project.js';

/** Returns the source of one toolset class, of its service and of its DTOs, by file name. */
export function toolsetFiles(index: number, tools: number, rules: ProjectRules): Record<string, string> {
  const subject = `Subject${index}`;
  const methods = Array.from({ length: tools }, (_, k) => METHODS[k % METHODS.length]?.(subject, index * 10 + k) ?? '');
  return {
    [`subject${index}.dto.ts`]:
      rules === 'jsdoc' ? withoutDecorators(dtoFile(subject, index)) : dtoFile(subject, index),
    [`subject${index}.service.ts`]: serviceFile(subject),
    [`subject${index}.toolset.ts`]: toolsetFile(subject, index, methods),
  };
}

function toolsetFile(subject: string, index: number, methods: readonly string[]): string {
  return `import { Param, RunContext, Tool, Toolset } from 'haft';
import { Create${subject}Dto, ${subject}Priority, type ${subject}Filter, type ${subject}Page } from './subject${index}.dto.js';
import { ${subject}Service } from './subject${index}.service.js';

/** Everything about ${subject}. */
@Toolset({ prefix: 's${index}' })
export class ${subject}Toolset {
  constructor(private readonly service: ${subject}Service) {}

${methods.join('\n')}}
`;
}

function serviceFile(subject: string): string {
  return `/** Keeps what the tools of ${subject} are about. */
export class ${subject}Service {
  private readonly rows = new Map<string, unknown>();

  put(id: string, row: unknown): number {
    this.rows.set(id, row);
    return this.rows.size;
  }

  get(id: string): unknown {
    return this.rows.get(id);
  }
}
`;
}

function dtoFile(subject: string, index: number): string {
  return `import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsBoolean, IsEnum, IsInt, IsNumber, IsOptional, IsString, Max, MaxLength, Min, MinLength, ValidateNested } from 'class-validator';

export enum ${subject}Priority {
  Low = 'low',
  Normal = 'normal',
  High = 'high',
}

/** Who is responsible. */
export class ${subject}OwnerDto {
  /** Full name. */
  @IsString()
  @MinLength(1)
  name!: string;

  /** Short name. */
  @IsString()
  @MaxLength(40)
  handle!: string;
}

/** What is made. */
export class Create${subject}Dto {
  /** Title of the record. */
  @IsString()
  @MinLength(1)
  @MaxLength(${120 + index})
  title!: string;

  /** How urgent it is. */
  @IsEnum(${subject}Priority)
  priority!: ${subject}Priority;

  /** Who is responsible. */
  @ValidateNested()
  @Type(() => ${subject}OwnerDto)
  owner!: ${subject}OwnerDto;

  /** Labels. */
  @IsArray()
  @ArrayMaxSize(10)
  @IsString({ each: true })
  labels!: string[];

  /** How long it takes, in hours. */
  @IsNumber()
  @Min(0)
  @Max(${1000 + index})
  estimate!: number;

  /** How many there are. */
  @IsInt()
  @Min(1)
  count!: number;

  /** Whether to tell the owner. */
  @IsOptional()
  @IsBoolean()
  notify?: boolean;
}

/** What to look for. */
export interface ${subject}Filter {
  /** Field to compare. */
  field: 'title' | 'priority' | 'owner';
  /** Value to compare with. */
  value: string | number;
  /** Not equal instead of equal. */
  negate?: boolean;
}

/** One page of results. */
export interface ${subject}Page {
  total: number;
  rows: { id: string; title: string }[];
}
`;
}

/** Returns the DTOs without class-validator. Keeps types and comments. */
function withoutDecorators(source: string): string {
  return source.replace(/^import .*\n/gm, '').replace(/^ *@.*\n/gm, '');
}

/** One method of each kind. `i` is the number of the tool. */
const METHODS: readonly ((subject: string, i: number) => string)[] = [
  (subject, i) => `  /**
   * Reads one ${subject}, kind ${i}.
   * @param id Id of the record.
   */
  @Tool()
  async read${i}(id: string): Promise<string> {
    return String(this.service.get(id));
  }
`,
  (subject, i) => `  /** Creates a ${subject}, kind ${i}. */
  @Tool()
  async create${i}(record: Create${subject}Dto, run: RunContext): Promise<number> {
    return this.service.put(run.callId, record);
  }
`,
  (subject, i) => `  /**
   * Finds ${subject} records, kind ${i}.
   * @param query What to look for.
   * @param limit Most results.
   * @param filters All of them must hold.
   */
  @Tool()
  async find${i}(query: string, @Param({ integer: true, minimum: 1, maximum: ${100 + i} }) limit = 20, filters: ${subject}Filter[] = []): Promise<${subject}Page> {
    return { total: limit + filters.length, rows: [{ id: query, title: query }] };
  }
`,
  (subject, i) => `  /**
   * Moves a ${subject}, kind ${i}.
   * @param id Id of the record.
   * @param to Where to.
   * @param when When; now by default.
   */
  @Tool()
  async move${i}(id: string, to: { shelf: string; row: number } | { box: string }, when?: Date): Promise<boolean> {
    return this.service.put(id, { to, when }) > 0;
  }
`,
  (subject, i) => `  /**
   * Ranks ${subject} records, kind ${i}.
   * @param priority How urgent.
   * @param weights Weight by field.
   */
  @Tool()
  async rank${i}(priority: ${subject}Priority, weights: Record<string, number>, run: RunContext): Promise<string[]> {
    return [run.callId, priority, ...Object.keys(weights)];
  }
`,
  (subject, i) => `  /**
   * Tags a ${subject}, kind ${i}.
   * @param id Id of the record.
   * @param tags Labels to set.
   * @param mode What happens to the labels that are there.
   */
  @Tool()
  async tag${i}(id: string, tags: string[], mode: 'add' | 'replace' = 'add'): Promise<{ id: string; tags: string[] }> {
    return { id, tags: mode === 'add' ? [...tags, mode] : tags };
  }
`,
  (subject, i) => `  /**
   * Compares two ${subject} records, kind ${i}.
   * @param left The first.
   * @param right The second.
   * @param fields What to compare.
   */
  @Tool()
  async compare${i}(left: string, right: string, fields: ('title' | 'owner' | 'priority')[]): Promise<boolean> {
    return left === right && fields.length > 0;
  }
`,
  (subject, i) => `  /**
   * Changes a ${subject}, kind ${i}.
   * @param id Id of the record.
   * @param change What changes.
   */
  @Tool()
  async change${i}(id: string, change: Partial<Create${subject}Dto>): Promise<number> {
    return this.service.put(id, change);
  }
`,
  (subject, i) => `  /**
   * Counts ${subject} records, kind ${i}.
   * @param since Counts from here.
   * @param active Only active ones.
   */
  @Tool()
  async count${i}(since: Date, active = true): Promise<number> {
    return active ? since.getTime() : 0;
  }
`,
  (subject, i) => `  /**
   * Archives ${subject} records, kind ${i}.
   * @param ids Which ones.
   * @param reason Why, for the log.
   */
  @Tool()
  async archive${i}(ids: string[], reason: string | null, run: RunContext): Promise<string> {
    return [...ids, reason ?? 'none', run.runId].join(' ');
  }
`,
];
