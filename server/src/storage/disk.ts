import type { Dirent } from 'node:fs'
import {
  constants,
  copyFile,
  type FileHandle,
  lchown,
  lstat,
  open,
  opendir,
  rename,
  rm,
  stat,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ExactBytes } from './exact-bytes.ts'
import { assertKey, draftOf, isCompanyFolder, isOwnKey, wholeOf } from './keys.ts'
import { makeFolder } from './make-folder.ts'
import type { ByteRange, Storage, StoredFile } from './storage.ts'

/** Storage in a folder. A key is a path below it. */
export function openDisk(folder: string): Storage {
  return {
    put: async (key, path) => {
      assertKey(key)
      await prepare(folder, key, path)
      await moveWhole(path, join(folder, key))
    },
    stage: async (key, path) => {
      assertKey(key)
      await prepare(folder, key, path)
      await moveDraft(path, draftOf(join(folder, key)))
    },
    finish: async (key) => {
      assertKey(key)
      const target = join(folder, key)
      await rename(draftOf(target), target)
    },
    open: (key) => openFile(join(folder, key)),
    remove: async (keys) => {
      for (const key of keys) assertKey(wholeOf(key))
      const paths = keys.map((key) => join(folder, key))
      await removeAll(paths.flatMap((path) => [path, draftOf(path)]))
    },
    list: () => keysIn(folder),
  }
}

/** @throws the first error, after the other files are removed */
async function removeAll(paths: readonly string[]): Promise<void> {
  const failures: unknown[] = []
  for (const path of paths) {
    await rm(path, { force: true }).catch((error) => failures.push(error))
  }
  if (failures.length > 0) throw failures[0]
}

/** Makes the folder of a key. */
async function prepare(folder: string, key: string, path: string): Promise<void> {
  const ofCompany = dirname(join(folder, key))
  await makeFolder(ofCompany)
  await giveToOwnerOf(dirname(folder), folder, ofCompany, path)
}

/**
 * If the process runs as root, makes the owner of `place` the owner of the files. Otherwise a server under its own
 * account could neither read nor remove the files that a `restore` by root has written.
 */
async function giveToOwnerOf(place: string, ...paths: string[]): Promise<void> {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = await stat(place)
  for (const path of paths) {
    const found = await lstat(path)
    if (found.uid === uid) continue
    // Not through a link, which could lead root elsewhere. Some network disks let nobody give files away.
    await lchown(path, uid, gid).catch((error: unknown) => {
      if (codeOf(error) !== 'EPERM') throw error
    })
  }
}

async function moveWhole(path: string, target: string): Promise<void> {
  try {
    await rename(path, target)
  } catch (error) {
    if (codeOf(error) !== 'EXDEV') throw error
    const draft = draftOf(target)
    await copyAway(path, draft, () => rename(draft, target))
  }
}

async function moveDraft(path: string, draft: string): Promise<void> {
  try {
    await rename(path, draft)
  } catch (error) {
    if (codeOf(error) !== 'EXDEV') throw error
    await copyAway(path, draft)
  }
}

/** Copies a file to another volume, because it cannot be moved there. Leaves no copy after a failure. */
async function copyAway(path: string, draft: string, settle = async () => {}): Promise<void> {
  try {
    await copyFile(path, draft)
    await giveToOwnerOf(path, draft)
    await settle()
  } catch (failure) {
    await rm(draft, { force: true })
    throw failure
  }
  await rm(path)
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

// Other folders are not opened, because the account of the server may not be allowed to read them
// (lost+found).
async function* keysIn(folder: string): AsyncGenerator<string> {
  for await (const company of entriesOf(folder)) {
    if (!company.isDirectory() || !isCompanyFolder(company.name)) continue
    for await (const entry of entriesOf(join(folder, company.name))) {
      const key = `${company.name}/${entry.name}`
      if (entry.isFile() && isOwnKey(key)) yield key
    }
  }
}

async function* entriesOf(folder: string): AsyncGenerator<Dirent> {
  const entries = await opendir(folder).catch(ignoreMissing)
  if (entries) yield* entries
}

const missing = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG', 'ELOOP'])

function ignoreMissing(error: unknown): null {
  if (missing.has(codeOf(error))) return null
  throw error
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? '' // file system errors
