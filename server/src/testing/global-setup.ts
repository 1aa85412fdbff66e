import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import type { Connection } from '../database/open.ts'
import { openTestDatabase } from './database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    connection: Connection
    /** Its outbox has the mails of all test files: a job of one may be worked by another. */
    dataDir: string
  }
}

// One database for all test files: each test makes companies of its own, which never see each other.
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { connection, close } = await openTestDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'artel-test-data-'))
  project.provide('connection', connection)
  project.provide('dataDir', dataDir)
  return async () => {
    await close()
    await rm(dataDir, { recursive: true, force: true })
  }
}
