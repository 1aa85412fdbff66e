import pg from 'pg'

/** How long a connection may take to be made, over a slow line too. */
const connectMs = 5000

/**
 * Who waits for a connection is told after `patienceMs`; the connection goes on coming, and is there for who asks
 * next. Given up with its caller, none would ever come over a line that is slower than a caller's patience.
 */
export class PatientPool extends pg.Pool {
  readonly #patienceMs: number

  constructor(patienceMs: number, config: pg.PoolConfig) {
    super({ ...config, connectionTimeoutMillis: Math.max(connectMs, patienceMs) })
    this.#patienceMs = patienceMs
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Parameters<pg.Pool['connect']>[0]): void
  override connect(callback?: Parameters<pg.Pool['connect']>[0]): unknown {
    return callback ? super.connect(callback) : inTime(super.connect(), this.#patienceMs)
  }
}

function inTime(coming: Promise<pg.PoolClient>, patienceMs: number): Promise<pg.PoolClient> {
  return new Promise((resolve, reject) => {
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      // The words of the pool itself.
      reject(new Error('timeout exceeded when trying to connect'))
    }, patienceMs)
    coming
      .then((client) => (isLate ? client.release() : resolve(client)), reject)
      .finally(() => clearTimeout(timer))
  })
}
