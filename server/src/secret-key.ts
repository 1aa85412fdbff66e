import { randomBytes } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Settings } from './settings.ts'
import { makeFolder } from './storage/make-folder.ts'

/** The key that signs cookies: SECRET_KEY, or a key created at the first start and stored in DATA_DIR. */
export async function readSecretKey({ secretKey, dataDir }: Settings): Promise<string> {
  if (secretKey) return secretKey
  const path = join(dataDir, 'secret-key')
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
  return (await readFile(path, 'utf8')).trim()
}
