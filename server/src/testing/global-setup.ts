import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { makeOpenFolder } from '../cli/open-folder.ts'
import { withClient } from '../database/connection/client.ts'
import type { Connection } from '../database/connection/open.ts'
import { migrate } from '../database/migrate.ts'
import { createDatabase, openTestDatabase } from './database.ts'
import { makeCertificate, startPushService } from './push-service/push-service.ts'

declare module 'vitest' {
  interface ProvidedContext {
    connection: Connection
    /** Its outbox has the mails of all test files, because one file may run the jobs of another. */
    dataDir: string
    /** The name of a migrated database without rows, for `createDatabase`. Empty if none can be created. */
    templateDatabase: string
    /** Where data folders are made that test files copy. */
    models: string
    /** Origins of two push services: one that always works, and one whose answers tests change. */
    pushServices: string[]
  }
}

// One database for all test files: each test creates its own companies, which never see each other.
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { connection, close } = await openTestDatabase()
  const template = await createDatabase()
  if (template) await withClient(template.connection, migrate)
  project.provide('templateDatabase', template?.name ?? '')
  const dataDir = await mkdtemp(join(tmpdir(), 'artel-test-data-'))
  project.provide('connection', connection)
  project.provide('dataDir', dataDir)
  const models = await makeOpenFolder('artel-models-')
  project.provide('models', models)
  const certificate = await makeCertificate()
  // Node stores the compiled modules here, so that programs which tests start many times are compiled once.
  process.env.NODE_COMPILE_CACHE = join(dataDir, 'compiled')
  const services = [await startPushService(certificate), await startPushService(certificate)]
  project.provide(
    'pushServices',
    services.map(({ origin }) => origin),
  )
  // Each test process reads it at its start.
  process.env.NODE_EXTRA_CA_CERTS = join(dataDir, 'push-services.pem')
  await writeFile(process.env.NODE_EXTRA_CA_CERTS, certificate.cert)
  return async () => {
    for (const service of services) await service.close()
    await template?.drop()
    await close()
    for (const folder of [dataDir, models]) await rm(folder, { recursive: true, force: true })
  }
}
