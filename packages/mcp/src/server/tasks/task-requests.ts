import { HaftError } from '@haft/core';
import { decision, type Run, type RunOptions, type Task } from '@haft/runtime';
import { ProtocolError, ProtocolErrorCode, type McpServer, type ServerContext } from '@modelcontextprotocol/server';
import { readAnswer } from '../../elicitation/read-answer.js';
import { canAsk } from '../client-facts.js';
import type { McpService } from '../mcp-service.js';
import { readRequest } from '../read-request.js';
import { OpenQuestions, type OpenQuestion } from './open-questions.js';
import { openTaskId } from './task-id.js';
import type { TaskSettings } from './task-settings.js';
import { hasTasksExtension, needsTasksExtension } from './tasks-extension.js';
import { wireTask } from './wire-task.js';

/** A request about a task, with the facts that its answer needs. */
export interface TaskRequest {
  readonly server: McpServer;
  readonly ctx: ServerContext;
  readonly taskId: string;
}

interface FoundTask {
  readonly key: string;
  readonly owner: Run | RunOptions;
  readonly task: Task;
}

/** Answers `tasks/get`, `tasks/update` and `tasks/cancel`. */
export class TaskRequests {
  private readonly questions: OpenQuestions;

  constructor(
    private readonly service: McpService,
    private readonly settings: TaskSettings,
  ) {
    this.questions = new OpenQuestions(service.options.ask);
  }

  async get(request: TaskRequest): Promise<Readonly<Record<string, unknown>>> {
    const { task } = await this.find(request);
    const questions = canAsk(request.server, request.ctx) ? this.questions.of(task) : [];
    const report = (problem: Error): void => {
      this.service.report(problem);
    };
    return { ...DONE, ...wireTask(request.taskId, task, this.settings, { questions, report }) };
  }

  async update(request: TaskRequest): Promise<typeof DONE> {
    const found = await this.find(request);
    const responses: Readonly<Record<string, unknown>> = request.ctx.mcpReq.inputResponses ?? {};
    for (const question of this.questions.of(found.task)) {
      if (Object.hasOwn(responses, question.key)) await this.decide(found, question, responses[question.key]);
    }
    return DONE;
  }

  async cancel(request: TaskRequest): Promise<typeof DONE> {
    const { key, owner } = await this.find(request);
    await this.settings.tasks.cancel(key, owner);
    return DONE;
  }

  /** Decides about a request of a task. An answer that cannot be used opens a new question. */
  private async decide({ key, owner }: FoundTask, question: OpenQuestion, response: unknown): Promise<void> {
    const { request } = question;
    const answer = readAnswer(question, response) ?? { problem: UNREADABLE };
    if ('problem' in answer) {
      this.questions.reject(request, answer.problem);
      return;
    }
    const decided = 'cancelled' in answer ? decision.deny(NO_ANSWER) : answer.decision;
    try {
      await this.settings.tasks.decide(key, request.id, decided, owner);
    } catch (error) {
      if (!(error instanceof HaftError)) throw error;
      if (error.code === 'HAFT_INVALID_DECISION') this.questions.reject(request, error.message);
      else if (!TOO_LATE.has(error.code)) throw error;
    }
  }

  /** @throws {ProtocolError} one text for tasks that do not exist, and for those of others */
  private async find({ server, ctx, taskId }: TaskRequest): Promise<FoundTask> {
    if (!hasTasksExtension(ctx)) throw needsTasksExtension();
    const host = await this.service.hostOf(readRequest(server, ctx));
    const { key, owner } = openTaskId(taskId, host, this.settings);
    const task = await this.settings.tasks.get(key, owner);
    if (task === undefined || this.isExpired(task)) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such task.');
    }
    return { key, owner, task };
  }

  private isExpired({ createdAt }: Task): boolean {
    const { ttlMs } = this.settings;
    return ttlMs !== undefined && Date.parse(createdAt) + ttlMs < Date.now();
  }
}

const DONE = { resultType: 'complete' } as const;
const NO_ANSWER = 'The user did not answer.';
const UNREADABLE = 'The answer has another form than the protocol asks for.';
/** The request was decided by another answer, which counts. */
const TOO_LATE: ReadonlySet<string> = new Set(['HAFT_DECISION_USED', 'HAFT_REQUEST_EXPIRED', 'HAFT_UNKNOWN_DECISION']);
