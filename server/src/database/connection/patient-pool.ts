import pg from 'pg'

/** Timeout to open a connection, ms. Long enough for a slow network. */
const connectMs = 5000

/** The messages with which the pool library refuses a request that has waited for `connectionTimeoutMillis`. */
const timedOut = {
  full: 'timeout exceeded when trying to connect',
  // A connection is being opened, so a retry may succeed.
  opening: 'Connection terminated due to connection timeout',
}

const isTimeout = (error: unknown): boolean =>
  error instanceof Error && Object.values(timedOut).includes(error.message)

type Waiting = { resolve(client: pg.PoolClient): void; reject(error: unknown): void }

/**
 * Callers wait in one line. The first of them gets the first connection that is free, whether another caller has
 * released it or it was opened. In the library, the caller for whom a connection is opened waits for that one, so
 * that on a busy machine it fails although others have long been released.
 *
 * A caller that waits for a connection is rejected after `patienceMs`. The connection attempt continues and
 * serves the next caller. If it were cancelled with its caller, a network or process slower than the timeout
 * would never get a connection.
 */
export class PatientPool extends pg.Pool {
  readonly #patienceMs: number
  readonly #line: Waiting[] = []
  /** The number of connections that were requested from the library and have not come yet. */
  #coming = 0

  constructor(patienceMs: number, config: pg.PoolConfig) {
    super({ ...config, connectionTimeoutMillis: Math.max(connectMs, patienceMs) })
    this.#patienceMs = patienceMs
    // The library reports a release before it counts the connection as idle.
    this.on('release', () => process.nextTick(() => this.#line.length > 0 && this.#takeIdle()))
  }

  /** Whether a new caller has to wait until another releases a connection. */
  get isFull(): boolean {
    return this.totalCount >= this.options.max && this.idleCount === 0
  }

  /** The number of callers that wait. */
  get callers(): number {
    return this.#line.length
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Parameters<pg.Pool['connect']>[0]): void
  override connect(callback?: Parameters<pg.Pool['connect']>[0]): unknown {
    if (callback) return super.connect(callback)
    const coming = new Promise<pg.PoolClient>((resolve, reject) => this.#wait({ resolve, reject }))
    if (!this.#takeIdle() && this.#coming < this.#line.length) this.#begin()
    return coming
  }

  /** Requests a connection if one is idle that no earlier request will get. @returns whether it did */
  #takeIdle(): boolean {
    const isThere = this.idleCount > this.waitingCount
    if (isThere) this.#begin()
    return isThere
  }

  #begin(): void {
    this.#coming += 1
    super.connect().then(
      (client) => {
        this.#coming -= 1
        const first = this.#line.shift()
        if (first) first.resolve(client)
        else client.release()
      },
      (error: unknown) => {
        this.#coming -= 1
        // If a connection still comes for each caller, none of them has to fail.
        if (this.#line.length <= this.#coming) return
        // The request may be older than the callers, because its own caller may have left. Each of them leaves
        // by their own patience.
        if (isTimeout(error)) this.#begin()
        else this.#line.shift()?.reject(error)
      },
    )
  }

  #wait({ resolve, reject }: Waiting): void {
    const late = this.isFull ? timedOut.full : timedOut.opening
    const leave = () => {
      const at = this.#line.indexOf(waiting)
      if (at < 0) return
      this.#line.splice(at, 1)
      reject(new Error(late))
    }
    // After a standstill of the process, timers run before what has arrived meanwhile is read. Leave after that.
    const timer = setTimeout(() => setImmediate(leave), this.#patienceMs)
    const waiting: Waiting = {
      resolve: (client) => {
        clearTimeout(timer)
        resolve(client)
      },
      reject: (error) => {
        clearTimeout(timer)
        reject(error)
      },
    }
    this.#line.push(waiting)
  }
}
