import { inject } from 'vitest'

/** A server that the tests use. */
export type Site = {
  address: string
  /** The folder of the server's database and its sent mails. */
  dataDir: string
  /** The address of its inspector: see `readLiveMiB`. */
  inspector: string
  /** Where its label printer takes commands: see `printerAt`. */
  printer: string
}

declare module 'vitest' {
  interface ProvidedContext {
    /** One server for each vitest worker, so that concurrent files do not share a server. */
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
