import type { Root } from '../database/open.ts'
import { type TakenJob, takeJob } from './run-job.ts'

/** Takes the jobs of one kind for a process, in turns of companies and one of each company at a time. */
export class Turns {
  readonly #root: Root
  readonly #name: string
  /** Job ids with their companies. */
  readonly #running = new Map<string, number>()
  /** Companies that have had a turn since the queue was last empty, the latest last. */
  readonly #served = new Set<number>()
  #taking: Promise<unknown> = Promise.resolve()

  constructor(root: Root, name: string) {
    this.#root = root
    this.#name = name
  }

  /** Takes the next job, or none. One at a time, because each has to know whose the one before is. */
  take(): Promise<TakenJob | undefined> {
    const taking = this.#taking.then(() => this.#takeNext())
    this.#taking = taking.catch(() => undefined)
    return taking
  }

  /** Gives the company of a job its next turn. */
  end({ id }: TakenJob): void {
    this.#running.delete(id)
  }

  async #takeNext(): Promise<TakenJob | undefined> {
    const running = [...this.#running.values()]
    const job = await takeJob(this.#root, this.#name, { running, served: [...this.#served] })
    if (!job) {
      if (running.length === 0) this.#served.clear()
      return undefined
    }
    const companyId = 'company_id' in job.payload ? Number(job.payload.company_id) : undefined
    if (companyId === undefined) return job
    this.#running.set(job.id, companyId)
    this.#served.delete(companyId)
    this.#served.add(companyId)
    return job
  }
}
