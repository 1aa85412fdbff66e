import type { TestProject } from 'vitest/node'
import { databaseAt, makeDataDir, removeDataDir, startServer } from './server.ts'
import { startWildberries } from './wildberries.ts'

declare module 'vitest' {
  interface ProvidedContext {
    address: string
    /** Where the server keeps what it has, the mails it sent among it. */
    dataDir: string
  }
}

// One server for all journeys; a journey that changes something makes its own things to change.
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await makeDataDir()
  const url = process.env.E2E_DATABASE_URL
  const wildberries = await startWildberries()
  const settings = { ...wildberries.settings, ...(url && databaseAt(url)) }
  const server = await startServer(dataDir, settings).catch(async (error) => {
    await removeDataDir(dataDir)
    throw error
  })
  project.provide('address', server.address)
  project.provide('dataDir', dataDir)
  return async () => {
    await server.end('SIGTERM')
    wildberries.close()
    await removeDataDir(dataDir)
  }
}
