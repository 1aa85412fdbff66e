import { spawn } from 'node:child_process'
import { chown, readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { windowsEnvironment } from '../../settings.ts'
import { EmbeddedDatabaseError, messageOf } from './errors.ts'

/** The account that PostgreSQL runs as, if it is not the account of this process. */
export type Account = { name: string; uid: number; gid: number }

/** PostgreSQL refuses to run as root. As root, Artel therefore runs it as an account without rights. */
export async function findAccount(): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const accounts = await readAccounts()
  const account = ['postgres', 'nobody'].map((name) => accounts.find((a) => a.name === name)).find(Boolean)
  if (account) return account
  throw new EmbeddedDatabaseError(
    'PostgreSQL does not run as root, and there is no account "postgres" or "nobody": make one, or start Artel as a plain user',
  )
}

/** A cluster keeps the account that created it, even if another account is preferred later. */
export async function findOwner(directory: string): Promise<Account | undefined> {
  const us = process.getuid?.()
  if (us === undefined) return undefined
  const { uid, gid } = await stat(directory)
  if (us !== 0 && uid !== us) {
    throw new EmbeddedDatabaseError(
      `${directory} belongs to account ${uid}: start Artel as that account or as root`,
    )
  }
  if (us !== 0) return undefined
  if (uid === 0) {
    throw new EmbeddedDatabaseError(
      `${directory} belongs to root, as whom PostgreSQL does not run: give it to another account, say "chown -R postgres: ${path.dirname(directory)}"`,
    )
  }
  const known = (await readAccounts()).find((account) => account.uid === uid)
  return { name: known?.name ?? String(uid), uid, gid }
}

/** Tests the access as that account, because mode bits do not show ACLs, root squash and read-only mounts. */
export async function canWrite(directory: string, account: Account | undefined): Promise<boolean> {
  if (!account) return true
  return (await run('/bin/sh', ['-c', 'cd "$1" && test -w .', 'sh', directory], account)).isOk
}

export async function giveTo(account: Account | undefined, file: string): Promise<void> {
  // Unsigned, because macOS stores the uid of `nobody` as -2.
  if (account) await chown(file, account.uid >>> 0, account.gid >>> 0)
}

export async function giveTreeTo(account: Account | undefined, directory: string): Promise<void> {
  if (!account) return
  await giveTo(account, directory)
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) await giveTo(account, path.join(entry.parentPath, entry.name))
  }
}

export function identityOf(account: Account | undefined): { uid?: number; gid?: number } {
  // Signed, because spawn expects a signed 32-bit number for ids from 2^31.
  return account ? { uid: account.uid | 0, gid: account.gid | 0 } : {}
}

/**
 * Keeps variables of this process from PostgreSQL: secrets, and PG* or LC_*, which would change its
 * behaviour.
 */
export function cleanEnvironment(): Record<string, string> {
  if (process.platform === 'win32') return windowsEnvironment()
  return { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
}

/**
 * Runs a PostgreSQL program to its end. A program that cannot be started counts as failed.
 * @returns `errors`: the text from stderr, or else how the program ended; empty after a silent success
 */
export function run(file: string, args: string[], account: Account | undefined, input = '') {
  return new Promise<{ isOk: boolean; output: string; errors: string }>((resolve) => {
    const child = spawn(file, args, {
      ...identityOf(account),
      cwd: path.parse(file).root,
      env: cleanEnvironment(),
      windowsHide: true,
    })
    let output = ''
    let errors = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (errors += chunk))
    child.on('error', (error) => {
      resolve({ isOk: false, output: messageOf(error), errors: messageOf(error) })
    })
    child.on('close', (code, signal) => {
      const ending = code === 0 ? '' : `it ended with ${signal ?? `code ${code}`}`
      resolve({ isOk: code === 0, output: output.trim(), errors: errors.trim() || ending })
    })
    // If a program ends before it has read all input, its exit code is the result.
    child.stdin.on('error', () => {})
    child.stdin.end(input)
  })
}

async function readAccounts(): Promise<Account[]> {
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n')
  return lines
    .map((line) => line.split(':'))
    .filter(([, , uid, gid]) => uid && gid)
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
}
