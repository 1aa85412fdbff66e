import { constants, copyFile, type FileHandle, open, opendir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ExactBytes } from './exact-bytes.ts'
import { makeFolder } from './make-folder.ts'
import type { ByteRange, Storage, StoredFile } from './storage.ts'

/** Storage in a folder. A key is a path below it. */
export function openDisk(folder: string): Storage {
  return {
    put: (key, path) => moveWhole(path, join(folder, key)),
    open: (key) => openFile(join(folder, key)),
    remove: async (keys) => {
      for (const path of keys.map((key) => join(folder, key))) {
        await rm(path, { force: true })
        await rm(draftOf(path), { force: true })
      }
    },
    list: () => filesBelow(folder, ''),
  }
}

/** The name of an incomplete copy. If the process dies, it remains until its file is removed. */
const draftOf = (path: string): string => `${path}.part`

async function moveWhole(path: string, target: string): Promise<void> {
  await makeFolder(dirname(target))
  try {
    await rename(path, target)
  } catch (error) {
    if (codeOf(error) !== 'EXDEV') throw error
    // The media are on another volume, so the file is copied.
    const draft = draftOf(target)
    try {
      await copyFile(path, draft)
      await rename(draft, target)
    } catch (failure) {
      await rm(draft, { force: true })
      throw failure
    }
    await rm(path)
  }
}

async function openFile(path: string): Promise<StoredFile | null> {
  // Non-blocking, because the path may be a pipe.
  const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)
  const handle = await open(path, flags).catch(ignoreMissing)
  if (!handle) return null
  const stat = await handle.stat()
  if (!stat.isFile()) {
    await handle.close()
    return null
  }
  return {
    size: stat.size,
    read: async (range) => readFrom(handle, range ?? { from: 0, to: stat.size - 1 }),
    close: () => handle.close(),
  }
}

// An empty file has no last byte.
const readFrom = (handle: FileHandle, { from, to }: ByteRange) =>
  new ExactBytes(handle.createReadStream({ start: from, end: Math.max(from, to) }), to - from + 1)

async function* filesBelow(folder: string, below: string): AsyncGenerator<string> {
  const entries = await opendir(join(folder, below)).catch(ignoreMissing)
  if (!entries) return
  for await (const entry of entries) {
    const key = below ? `${below}/${entry.name}` : entry.name
    if (entry.isDirectory()) yield* filesBelow(folder, key)
    else if (entry.isFile()) yield key
  }
}

const missing = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG', 'ELOOP'])

function ignoreMissing(error: unknown): null {
  if (missing.has(codeOf(error))) return null
  throw error
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? '' // file system errors
