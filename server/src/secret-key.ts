import { hkdfSync, randomBytes } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Settings } from './settings.ts'
import { makeFolder } from './storage/make-folder.ts'

const fileOf = (dataDir: string) => join(dataDir, 'secret-key')

/** The key that signs cookies: SECRET_KEY, or a key created at the first start and stored in DATA_DIR. */
export async function readSecretKey({ secretKey, dataDir }: Settings): Promise<string> {
  if (secretKey) return secretKey
  const path = fileOf(dataDir)
  await makeFolder(dataDir)
  try {
    // Exclusive, because two processes may start at once: one creates the key, and the other reads it.
    const file = await open(path, 'wx', 0o600)
    await file.writeFile(randomBytes(32).toString('base64url'))
    await file.sync()
    await file.close()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error // node:fs throws only such errors
  }
  return readKey(path)
}

/** The same key, but creates none. @returns undefined if there is none yet */
export async function findSecretKey({ secretKey, dataDir }: Settings): Promise<string | undefined> {
  if (secretKey) return secretKey
  try {
    return await readKey(fileOf(dataDir))
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
