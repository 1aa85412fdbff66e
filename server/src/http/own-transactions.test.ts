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

// Rights are read again in `inOwnTransaction` and `inOwnAccount`. What stands here has a reason to open one otherwise.
test('features open no transaction that asks nobody whether its person may still do so', () => {
  expect(filesWith(/\binTransaction\(|\.transaction\(\)|\bstartTransaction\(/)).toEqual([
    // A mailed link proves who opens it; there is no session.
    'auth/auth.emails.ts',
    'auth/auth.passwords.ts',
    // It begins the session.
    'auth/auth.routes.ts',
    // A warning, which goes to whoever may sign in no longer, too.
    'auth/auth.totp.ts',
    // They outlive the session, and ask for the rights alone.
    'imports/imports.run.ts',
    'imports/imports.undo.ts',
    // At the start of the process.
    'localizations/localizations.defaults.ts',
    // In jobs.
    'moysklad/moysklad.course.ts',
    'moysklad/moysklad.register.ts',
    'moysklad/moysklad.turn.ts',
    'multimedia/multimedia.strip-stored.ts',
    'pushes/pushes.send.ts',
    // It reads.
    'search/search.ts',
  ])
})

// Such a one has forgotten the call that it was made in, so what is written by it is not refused.
test('features take the connection of their call as it was given', () => {
  expect(filesWith(/new Db\(\w+, actor\.companyId\)/)).toEqual([
    // Reads, and the language of the person's own screens.
    'auth/auth.routes.ts',
    // These outlive the session, and ask for the rights alone.
    'imports/imports.run.ts',
    'imports/imports.ts',
    'imports/imports.undo.ts',
    // It reads.
    'multimedia/multimedia.uploads.ts',
    'search/search.ts',
  ])
})

// Before a commit the row of the call's own person is left out, so whatever changes it has judged them under its lock.
test('features change people only where their rights were read again under the lock of the row', () => {
  expect(filesWith(/\bupdate(Table)?\(\s*'users'/)).toEqual([
    // By `inOwnAccount`, by a mailed link or within `personnel`; and the language of the person's own screens.
    'auth/auth.queries.ts',
    // A job renames the file of a face; the face stays what it is.
    'multimedia/multimedia.strip.queries.ts',
    'users/users.change.ts',
    'users/users.ts',
  ])
  for (const name of ['users/users.change.ts', 'users/users.ts'])
    expect(readFileSync(join(features, name), 'utf8')).toContain('db.assertLocked(')
})
