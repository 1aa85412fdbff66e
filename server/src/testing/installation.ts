import { type Installation, openInstallation } from '../cli/testing.ts'
import type { Db } from '../database/db.ts'
import { type TestApp, useTestApp } from './app.ts'
import { buildCompany, buildUser, type TestUser } from './build.ts'

/** An installation with a company and a staff member, for commands that read rows. */
export async function openWithCompany(): Promise<{ installation: Installation; db: Db; user: TestUser }> {
  const installation = await openInstallation('migrated')
  const db = await buildCompany(installation.root)
  return { installation, db, user: await buildUser(installation.root, db, 'staff') }
}

/** Connects all servers of a test file to one database that only this file uses. */
export function onOwnDatabase(): () => Promise<Installation['connection']> {
  let opened: Promise<Installation['connection']> | undefined
  return () => {
    opened ??= openWithCompany().then(({ installation }) => installation.connection)
    return opened
  }
}

/**
 * A server with a database that only this test file uses, for tests that affect more than their own
 * companies.
 */
export const useLoneTestApp = (settings: Parameters<typeof useTestApp>[0] = {}): TestApp =>
  useTestApp(settings, undefined, undefined, onOwnDatabase())
