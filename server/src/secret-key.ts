import { hkdfSync, randomBytes } from 'node:crypto'
import { open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { SecretKey } from './seal.ts'
import type { Settings } from './settings.ts'
import { makeFolder } from './storage/make-folder.ts'

const fileOf = (dataDir: string) => join(dataDir, 'secret-key')
const oldFileOf = (dataDir: string) => `${fileOf(dataDir)}.old`

/**
 * The keys that sign cookies and seal values: those of the settings, or a key created at the first start and stored in
 * DATA_DIR.
 */
export async function readSecretKey(settings: Settings): Promise<SecretKey> {
  const { secretKey, dataDir } = settings
  if (!secretKey) {
    await makeFolder(dataDir)
    // Exclusive, because two processes may start at once: one creates the key, and the other reads it.
    await writeNew(fileOf(dataDir), makeKey())
  }
  const found = await findSecretKey(settings)
  if (!found) throw new Error('The key that was just created is missing')
  return found
}

/** The same keys, but creates none. @returns undefined if there is none yet */
export async function findSecretKey(settings: Settings): Promise<SecretKey | undefined> {
  const { secretKey, oldSecretKey, dataDir } = settings
  if (secretKey) return { current: secretKey, old: oldSecretKey }
  const current = await findKey(fileOf(dataDir))
  if (current === undefined) return undefined
  const old = await findKey(oldFileOf(dataDir))
  // They are equal if a rotation was interrupted at its first step.
  return { current, old: old === current ? undefined : old }
}

/** Stores a new key in DATA_DIR, and keeps the one that it replaces. */
export async function replaceKeyFile(dataDir: string): Promise<void> {
  const current = await readKey(fileOf(dataDir))
  await writeNew(oldFileOf(dataDir), current)
  const draft = `${fileOf(dataDir)}.new`
  await rm(draft, { force: true })
  await writeNew(draft, makeKey())
  await rename(draft, fileOf(dataDir))
}

/** Forgets the key that was replaced. */
export const removeOldKeyFile = (dataDir: string): Promise<void> => rm(oldFileOf(dataDir), { force: true })

const makeKey = () => randomBytes(32).toString('base64url')

/** Leaves a file that is there already. */
async function writeNew(path: string, key: string): Promise<void> {
  try {
    const file = await open(path, 'wx', 0o600)
    await file.writeFile(key)
    await file.sync()
    await file.close()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error // node:fs throws only such errors
  }
}

async function findKey(path: string): Promise<string | undefined> {
  try {
    return await readKey(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined // node:fs throws only such errors
    throw error
  }
}

const readKey = async (path: string) => (await readFile(path, 'utf8')).trim()

const fingerprintBytes = 8

/** Equal for equal keys. It is derived one way and short, so that it tells nothing about the key. */
export const fingerprintOf = (secretKey: string): string =>
  Buffer.from(hkdfSync('sha256', secretKey, '', 'artel fingerprint', fingerprintBytes)).toString('hex')
