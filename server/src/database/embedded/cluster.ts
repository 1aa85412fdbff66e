import { randomBytes } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { cutText } from '@artel/contract/shapes/storable'
import { type Account, giveTo, run } from './account.ts'
import type { Binaries } from './binaries.ts'
import { EmbeddedDatabaseError } from './errors.ts'

/** Not a superuser, because triggers and rights must bind the product itself too. */
export const ROLE = 'artel'
export const DATABASE = 'artel'

// Sort order and case come from PostgreSQL's built-in C.UTF-8, the same on every system. The trigrams ask the
// system's locale what a letter is. These are its names on different systems.
const LETTERS = ['C.UTF-8', 'en_US.UTF-8', 'en-US']

export const clusterOf = (home: string): string => path.join(home, 'cluster')

export async function readPassword(home: string): Promise<string> {
  return (await readFile(path.join(home, 'password'), 'utf8')).trim()
}

/** Not atomic, because `home` is a draft: the caller publishes it or removes it. */
export async function createCluster(
  home: string,
  binaries: Binaries,
  account: Account | undefined,
): Promise<void> {
  await writeSecret(path.join(home, 'superuser-password'), account)
  await writeSecret(path.join(home, 'password'), account)
  let refusal = ''
  for (const locale of LETTERS) {
    refusal = (await initialize(home, binaries, account, locale)) || (await furnish(home, binaries, account))
    if (!refusal) return
    await rm(clusterOf(home), { recursive: true, force: true })
    if (!refusal.includes('locale')) break
  }
  throw new EmbeddedDatabaseError(
    `PostgreSQL could not make its cluster in ${path.dirname(home)}: ${refusal}`,
  )
}

export async function refuseOtherVersion(home: string, binaries: Binaries): Promise<void> {
  const made = (await readFile(path.join(clusterOf(home), 'PG_VERSION'), 'utf8')).trim()
  const ours = binaries.version.split('.')[0]
  if (made === ours) return
  throw new EmbeddedDatabaseError(
    `The cluster in ${home} was made by PostgreSQL ${made}, and this Artel brings ${ours}: make a backup with the Artel that made it, and restore that into an empty DATA_DIR`,
  )
}

/** @returns the reason of the failure, or an empty string */
async function initialize(home: string, binaries: Binaries, account: Account | undefined, locale: string) {
  const { isOk, errors } = await run(
    path.join(binaries.directory, 'bin', 'initdb'),
    [
      '--pgdata',
      clusterOf(home),
      '--username=postgres',
      '--auth=scram-sha-256',
      '--data-checksums',
      '--pwfile',
      path.join(home, 'superuser-password'),
      '--no-instructions',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      `--lc-ctype=${locale}`,
    ],
    account,
  )
  if (isOk) return ''
  return `initdb: ${toOneLine(errors)}`
}

// initdb prints its own clean-up messages last, and they would hide the error of PostgreSQL.
const aftermath = /^initdb: (removing|data directory .* not removed|hint:)/
const maxReasonLength = 1000

function toOneLine(text: string): string {
  const lines = text.split('\n').flatMap((line) => line.trim() || [])
  const telling = lines.filter((line) => !aftermath.test(line))
  const reason = (telling.length > 0 ? telling : lines)
    .map((line) => line.replace(/^initdb: /, ''))
    .join('; ')
  return cutText(reason, maxReasonLength)
}

/**
 * Creates the role and the database in single-user mode, so a cluster is complete before it gets its name.
 * @returns the reason of the failure, or an empty string
 */
async function furnish(home: string, binaries: Binaries, account: Account | undefined): Promise<string> {
  const statements = [
    'BEGIN',
    'CREATE EXTENSION pg_trgm',
    `DO $$ BEGIN IF cardinality(show_trgm('ёлка')) = 0 OR lower('Ё') <> 'ё' THEN RAISE 'this locale knows no Cyrillic'; END IF; END $$`,
    'ROLLBACK',
    `CREATE ROLE ${ROLE} LOGIN CREATEDB PASSWORD '${await readPassword(home)}'`,
    `CREATE DATABASE ${DATABASE} OWNER ${ROLE}`,
  ]
  const { isOk, output } = await run(
    path.join(binaries.directory, 'bin', 'postgres'),
    ['--single', '-D', clusterOf(home), '-c', 'log_checkpoints=off', 'postgres'],
    account,
    `${statements.join('\n')}\n`,
  )
  // Single-user mode exits with 0 even if a statement failed.
  const error = /(?:ERROR|FATAL|PANIC): .*/.exec(output)?.[0]
  return error ?? (isOk ? '' : toOneLine(output) || 'single-user mode failed')
}

async function writeSecret(file: string, account: Account | undefined): Promise<void> {
  await writeFile(file, `${randomBytes(24).toString('hex')}\n`, { mode: 0o600, flag: 'wx', flush: true })
  await giveTo(account, file)
}
