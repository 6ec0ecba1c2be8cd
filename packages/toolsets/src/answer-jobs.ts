/**
 * Answers the jobs of a `JobProcess`, in its program, until the application ends.
 *
 * @param work - returns the reply, as JSON
 */
export function answerJobs<Job>(work: (job: Job) => unknown): void {
  // Ctrl+C reaches all processes of a terminal. The application decides when this one ends.
  process.on('SIGINT', () => undefined);
  process.on('message', ({ id, job }: { id: number; job: Job }) => {
    process.send?.({ id, reply: work(job) });
  });
}
