import type { Root } from '../database/connection/open.ts'
import { claimJob, type TakenJob } from './run-job.ts'

/**
 * Claims the jobs of one kind for this process. Companies take turns, and each has at most one running job.
 */
export class Turns {
  readonly #root: Root
  readonly #name: string
  /** Job ids with their companies. */
  readonly #running = new Map<string, number>()
  /** Companies with a claimed job since the queue was last empty, the latest last. */
  readonly #served = new Set<number>()
  #taking: Promise<unknown> = Promise.resolve()

  constructor(root: Root, name: string) {
    this.#root = root
    this.#name = name
  }

  /**
   * Claims the next job, if there is one. Calls run one after another, because each must know the company of
   * the previous job.
   */
  take(): Promise<TakenJob | undefined> {
    const taking = this.#taking.then(() => this.#takeNext())
    this.#taking = taking.catch(() => undefined)
    return taking
  }

  /** Marks a job as ended, so that the next job of its company can be claimed. */
  end({ id }: TakenJob): void {
    this.#running.delete(id)
  }

  async #takeNext(): Promise<TakenJob | undefined> {
    const running = [...this.#running.values()]
    const job = await claimJob(this.#root, this.#name, { running, served: [...this.#served] })
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
