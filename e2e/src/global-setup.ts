import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startPushService } from './push-program.ts'
import { databaseAt, makeDataDir, removeDataDir, startServer } from './server.ts'
import { startWildberries } from './wildberries.ts'

declare module 'vitest' {
  interface ProvidedContext {
    address: string
    /** Where the server keeps what it has, the mails it sent among it. */
    dataDir: string
    /** The origin of the push service that the server sends to. */
    pushService: string
  }
}

// One server for all journeys; a journey that changes something makes its own things to change.
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await makeDataDir()
  const url = process.env.E2E_DATABASE_URL
  const wildberries = await startWildberries()
  const pushService = await startPushService()
  // The server trusts it, and so does each process of journeys that asks it what has come.
  const NODE_EXTRA_CA_CERTS = join(dataDir, 'push-service.pem')
  await writeFile(NODE_EXTRA_CA_CERTS, pushService.cert)
  process.env.NODE_EXTRA_CA_CERTS = NODE_EXTRA_CA_CERTS
  const settings = {
    ...{ ...wildberries.settings, PUSH_HOSTS: pushService.host, NODE_EXTRA_CA_CERTS },
    ...(url && databaseAt(url)),
  }
  const server = await startServer(dataDir, settings).catch(async (error) => {
    await removeDataDir(dataDir)
    throw error
  })
  project.provide('address', server.address)
  project.provide('dataDir', dataDir)
  project.provide('pushService', pushService.origin)
  return async () => {
    await server.end('SIGTERM')
    wildberries.close()
    pushService.close()
    await removeDataDir(dataDir)
  }
}
