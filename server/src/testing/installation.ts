import { command, type Installation, openInstallation } from '../cli/testing.ts'
import type { Db } from '../database/db.ts'
import { type TestApp, useTestApp } from './app.ts'
import { buildCompany, buildUser, type TestUser } from './build.ts'

/** An installation with a company and somebody in it, for commands that look at the rows. */
export async function openWithCompany(): Promise<{ installation: Installation; db: Db; user: TestUser }> {
  const installation = await openInstallation()
  await command(installation.env, 'migrate')
  const db = await buildCompany(installation.root)
  return { installation, db, user: await buildUser(installation.root, db, 'staff') }
}

/** Connects servers of a test file to one database of the file's own. */
export function onOwnDatabase(): () => Promise<Installation['connection']> {
  let opened: Promise<Installation['connection']> | undefined
  return () => {
    opened ??= openWithCompany().then(({ installation }) => installation.connection)
    return opened
  }
}

/** A server of the test file's own on a database of its own, for what touches more than the companies of a test. */
export const useLoneTestApp = (settings: Parameters<typeof useTestApp>[0] = {}): TestApp =>
  useTestApp(settings, undefined, undefined, onOwnDatabase())
