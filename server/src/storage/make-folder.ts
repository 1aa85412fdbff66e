import { mkdir, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

/**
 * Creates a folder and its missing parents. Node's `mkdir` with `recursive` never returns if the kernel
 * reports a missing folder whose parent exists, as in `/proc`.
 * @throws the system's error, which names the folder that cannot be created
 */
export async function makeFolder(path: string): Promise<void> {
  const folder = resolve(path)
  try {
    await mkdir(folder)
  } catch (error) {
    if (codeOf(error) === 'EEXIST' && (await isFolder(folder))) return
    if (codeOf(error) !== 'ENOENT' || (await isFolder(dirname(folder)))) throw error
    await makeFolder(dirname(folder))
    // Another process may have created it meanwhile.
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
