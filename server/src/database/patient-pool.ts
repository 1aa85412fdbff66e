import pg from 'pg'

/** How long a connection may take to be made, over a slow line too. */
const connectMs = 5000

type Coming = Promise<pg.PoolClient>

/**
 * Who waits for a connection is told after `patienceMs`; the connection goes on coming, for whoever asks next. Given
 * up with its caller, none would ever come over a line, or in a process, that is slower than a caller's patience.
 */
export class PatientPool extends pg.Pool {
  readonly #patienceMs: number
  /** On their way, and nobody waits for them any more. */
  readonly #left: Coming[] = []

  constructor(patienceMs: number, config: pg.PoolConfig) {
    super({ ...config, connectionTimeoutMillis: Math.max(connectMs, patienceMs) })
    this.#patienceMs = patienceMs
  }

  /** Whether whoever asks now waits until another gives a connection back. */
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
    // The words of the pool itself: where one is being made, another look at it is worth while.
    const late = this.isFull
      ? 'timeout exceeded when trying to connect'
      : 'Connection terminated due to connection timeout'
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#left.push(coming)
        reject(new Error(late))
      }, this.#patienceMs)
      // After the timer it is another caller's, or nobody's; a promise hears only the first of the two.
      coming.then(resolve, reject).finally(() => clearTimeout(timer))
    })
  }
}
