import { inject } from 'vitest'
import { leftOpen } from '../cli/left-open.ts'
import { type Installation, openInstallation } from '../cli/testing.ts'
import type { Connection } from '../database/connection/open.ts'
import type { Db } from '../database/db.ts'
import { type TestApp, useTestApp } from './app.ts'
import { createDatabase } from './database.ts'
import { buildCompany, buildUser, type TestUser } from './rows/build.ts'

/** An installation with a company and a staff member, for commands that read rows. */
export async function openWithCompany(): Promise<{ installation: Installation; db: Db; user: TestUser }> {
  const installation = await openInstallation('migrated')
  const db = await buildCompany(installation.root)
  return { installation, db, user: await buildUser(installation.root, db, 'staff') }
}

/** Connects all servers of a test file to one database that only this file uses. */
export function onOwnDatabase(): () => Promise<Connection> {
  let opened: Promise<Connection> | undefined
  return () => {
    opened ??= openOwn()
    return opened
  }
}

async function openOwn(): Promise<Connection> {
  const template = inject('templateDatabase')
  const own = template ? await createDatabase(template) : undefined
  if (!own) return (await openInstallation('migrated')).connection
  leftOpen.push(own.drop)
  return own.connection
}

/**
 * A server with a database that only this test file uses, for tests that affect more than their own
 * companies.
 */
export const useLoneTestApp = (settings: Parameters<typeof useTestApp>[0] = {}): TestApp =>
  useTestApp(settings, undefined, undefined, onOwnDatabase())
