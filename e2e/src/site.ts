import { inject } from 'vitest'

/** A server that journeys use. */
export type Site = {
  address: string
  /** Where the server keeps its database, and the mails it sent. */
  dataDir: string
  /** Where its inspector answers: see `readLiveMiB`. */
  inspector: string
}

declare module 'vitest' {
  interface ProvidedContext {
    /** One for each worker of vitest, so that files that run at the same time do not share a server. */
    sites: Site[]
    /** The origin of the push service that the servers send to. */
    pushService: string
  }
}

/** The server of this worker. */
export function site(): Site {
  const found = inject('sites')[Number(process.env.VITEST_POOL_ID) - 1]
  if (!found) throw new Error(`Worker ${process.env.VITEST_POOL_ID} has no server`)
  return found
}
