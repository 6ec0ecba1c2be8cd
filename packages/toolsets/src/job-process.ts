import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A job that waits for its reply. */
interface Asked<Reply> {
  readonly resolve: (reply: Reply) => void;
  readonly reject: (error: Error) => void;
}

/**
 * A process of Node that reads what strangers or models wrote. If that takes too much memory, only
 * this process ends. A thread does not protect the application: if one large allocation exceeds the
 * `resourceLimits` of a thread, V8 ends the whole process.
 *
 * Its program calls `answerJobs`. It has neither the flags nor the environment of the application,
 * prints nothing, and ends with it.
 */
export class JobProcess<Job, Reply> {
  private readonly child: ChildProcess;
  private readonly asked = new Map<number, Asked<Reply>>();
  private readonly exit: Promise<void>;
  private lastId = 0;
  private over = false;

  /**
   * @param program - the file that it runs
   * @param megabytes - memory for its objects
   */
  constructor(program: URL, megabytes: number) {
    this.child = fork(fileURLToPath(program), {
      execArgv: [`--max-old-space-size=${String(megabytes)}`],
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.child.on('message', ({ id, reply }: { id: number; reply: Reply }) => {
      this.asked.get(id)?.resolve(reply);
      this.asked.delete(id);
    });
    this.exit = new Promise((resolve) => {
      const end = (): void => {
        this.over = true;
        for (const { reject } of this.asked.values()) reject(new Error('The process has ended.'));
        this.asked.clear();
        resolve();
      };
      // Without a listener, a second error would end the application.
      this.child.on('error', end);
      this.child.once('exit', end);
    });
  }

  /** Whether it has ended, and answers nothing more. */
  get isOver(): boolean {
    return this.over;
  }

  /**
   * Returns the reply to a job. Jobs are done one after another.
   *
   * @throws {Error} if the process ends before
   */
  ask(job: Job): Promise<Reply> {
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      this.asked.set(id, { resolve, reject });
      // A process that has just ended reports the error too.
      this.child.send({ id, job }, (error) => {
        if (error !== null) reject(error);
      });
    });
  }

  /** Keeps the application running until {@link unref}. */
  ref(): void {
    this.child.ref();
    this.child.channel?.ref();
  }

  /** Lets the application end, and this process with it. */
  unref(): void {
    this.child.unref();
    this.child.channel?.unref();
  }

  /** Ends it, whatever it does. */
  async end(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.exit;
  }
}
