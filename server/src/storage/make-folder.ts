import { mkdir, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

/**
 * Makes a folder, and those above it that are missing. The `recursive` of Node's own `mkdir` never returns where the
 * kernel says that a folder is missing whose parent is there, as in `/proc`.
 * @throws the error of the system that names the folder which cannot be made
 */
export async function makeFolder(path: string): Promise<void> {
  const folder = resolve(path)
  try {
    await mkdir(folder)
  } catch (error) {
    if (codeOf(error) === 'EEXIST' && (await isFolder(folder))) return
    if (codeOf(error) !== 'ENOENT' || (await isFolder(dirname(folder)))) throw error
    await makeFolder(dirname(folder))
    // Another process may have made it by now.
    await makeFolder(folder)
  }
}

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
