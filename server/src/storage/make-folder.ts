import { mkdir, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

/**
 * Creates a folder and its missing parents. Node's `mkdir` with `recursive` never returns if the kernel
 * reports a missing folder whose parent exists, as in `/proc`.
 * @throws the system's error, which names the folder that cannot be created
 */
export async function makeFolder(path: string): Promise<void> {
  const folder = resolve(path)
  if ((await tryToMake(folder)) === 'made') return
  await makeFolder(dirname(folder))
  const outcome = await tryToMake(folder)
  if (outcome !== 'made') throw outcome
}

/** @returns the error if a parent is missing. @throws any other error of the system */
async function tryToMake(folder: string): Promise<'made' | Error> {
  try {
    await mkdir(folder)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    if (codeOf(error) === 'ENOENT') return error
    if (codeOf(error) !== 'EEXIST' || !(await isFolder(folder))) throw error
  }
  return 'made'
}

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
