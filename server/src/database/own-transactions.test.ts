import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const features = join(import.meta.dirname, '../features')
const filesWith = (pattern: RegExp): string[] =>
  readdirSync(features, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /\.ts$/.test(name) && !/\.test\.ts$/.test(name))
    .filter((name) => pattern.test(readFileSync(join(features, name), 'utf8')))
    .sort()

// `inOwnTransaction` and `inOwnAccount` read the rights again. Each file listed here has a reason to open a
// transaction in another way.
test('only the listed files open a transaction that does not read the rights again', () => {
  expect(filesWith(/\binTransaction\(|\.transaction\(\)|\bstartTransaction\(/)).toEqual([
    // A mailed link proves who opens it, because there is no session.
    'auth/auth.passwords.ts',
    // The transaction begins the session.
    'auth/auth.routes.ts',
    // A mailed link, as above.
    'auth/mails/emails.ts',
    // Sends a warning, also to a person who may sign in no longer.
    'auth/totp/totp.ts',
    // Imports outlive the session, and check only the rights.
    'imports/imports.run.ts',
    'imports/imports.undo.ts',
    // Runs at the start of the process.
    'localizations/localizations.defaults.ts',
    // Run in jobs.
    'moysklad/sync/lease.ts',
    'moysklad/sync/sync.ts',
    'moysklad/webhooks/register.ts',
    'multimedia/strip/stored.ts',
    'pushes/pushes.send.ts',
    // Only reads.
    'search/search.ts',
  ])
})

// A connection made in this way does not know its call, so its writes are not refused.
test('only the listed files create their own Db instead of using that of the call', () => {
  expect(filesWith(/new Db\(\w+, actor\.companyId\)/)).toEqual([
    // Only reads, except that it writes the language of the person's own screens.
    'auth/auth.routes.ts',
    // Imports outlive the session, and check only the rights.
    'imports/imports.run.ts',
    'imports/imports.ts',
    'imports/imports.undo.ts',
    // Only read.
    'multimedia/multimedia.uploads.routes.ts',
    'search/search.ts',
  ])
})

// The check before a commit skips a call that has changed its own person's row, so such a change must have
// checked the rights under the lock of that row.
test('features update users only after reading the rights again under the row lock', () => {
  expect(filesWith(/\bupdate(Table)?\(\s*'users'/)).toEqual([
    // By `inOwnAccount`, by a mailed link or within `personnel`; also the language of the person's own
    // screens.
    'auth/auth.queries.ts',
    // A job renames the file of a face. The picture stays the same.
    'multimedia/strip/strip.queries.ts',
    'users/users.change.ts',
    'users/users.ts',
  ])
  for (const name of ['users/users.change.ts', 'users/users.ts'])
    expect(readFileSync(join(features, name), 'utf8')).toContain('db.assertLocked(')
})
