import pg from 'pg'

/** Timeout to open a connection, ms. Long enough for a slow network. */
const connectMs = 5000

type Coming = Promise<pg.PoolClient>

/**
 * A caller that waits for a connection is rejected after `patienceMs`. The connection attempt continues and
 * serves the next caller. If it were cancelled with its caller, a network or process slower than the timeout
 * would never get a connection.
 */
export class PatientPool extends pg.Pool {
  readonly #patienceMs: number
  /** Connection attempts that no caller waits for any more. */
  readonly #left: Coming[] = []

  constructor(patienceMs: number, config: pg.PoolConfig) {
    super({ ...config, connectionTimeoutMillis: Math.max(connectMs, patienceMs) })
    this.#patienceMs = patienceMs
  }

  /** Whether a new caller has to wait until another releases a connection. */
  get isFull(): boolean {
    return this.totalCount >= this.options.max && this.idleCount === 0
  }

  override connect(): Coming
  override connect(callback: Parameters<pg.Pool['connect']>[0]): void
  override connect(callback?: Parameters<pg.Pool['connect']>[0]): unknown {
    if (callback) return super.connect(callback)
    const left = this.idleCount > 0 ? undefined : this.#left.shift()
    return this.#inTime(left ?? this.#begin())
  }

  #begin(): Coming {
    const coming = super.connect()
    const isLeft = () => {
      const at = this.#left.indexOf(coming)
      if (at >= 0) this.#left.splice(at, 1)
      return at >= 0
    }
    coming.then((client) => isLeft() && client.release(), isLeft)
    return coming
  }

  #inTime(coming: Coming): Coming {
    // These are messages of the pool library. The second means that a connection is being opened, so a retry
    // may succeed.
    const late = this.isFull
      ? 'timeout exceeded when trying to connect'
      : 'Connection terminated due to connection timeout'
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#left.push(coming)
        reject(new Error(late))
      }, this.#patienceMs)
      // After the timeout the connection belongs to the next caller or to the pool. This promise ignores it
      // then.
      coming.then(resolve, reject).finally(() => clearTimeout(timer))
    })
  }
}
