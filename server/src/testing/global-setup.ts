import type { TestProject } from 'vitest/node'
import type { Connection } from '../database/open.ts'
import { openTestDatabase } from './database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    connection: Connection
  }
}

// One database for all test files: each test makes companies of its own, which never see each other.
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { connection, close } = await openTestDatabase()
  project.provide('connection', connection)
  return close
}
