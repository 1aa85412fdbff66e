import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { codeOf } from './errors.ts'

const LEFT_OVER_MS = 10 * 60_000

/**
 * Creates a temporary folder. Once complete, it is renamed to `name` in one step, so nobody sees it
 * half-written.
 */
export async function makeDraft(parent: string, name: string): Promise<string> {
  const draft = path.join(parent, `${name}.draft-${process.pid}-${randomBytes(4).toString('hex')}`)
  await mkdir(draft, { mode: 0o700 })
  return draft
}

/** @returns false if another process published `target` first; the draft is then removed */
export async function publishDraft(draft: string, target: string): Promise<boolean> {
  await syncToDisk(draft)
  try {
    await rename(draft, target)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    if (await exists(target)) return false
    throw error
  }
  await syncToDisk(path.dirname(target))
  return true
}

/** Also checks the age, because the pid of a process in another container means nothing here. */
export async function sweepDrafts(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const pid = /\.draft-(\d+)-[0-9a-f]{8}$/.exec(name)?.[1]
    if (!pid || isAlive(Number(pid))) continue
    const draft = path.join(parent, name)
    const changed = await stat(draft).catch(() => undefined)
    if (!changed || Date.now() - changed.mtimeMs < LEFT_OVER_MS) continue
    // A draft that cannot be removed (it may belong to another account) must not prevent the start.
    await rm(draft, { recursive: true, force: true }).catch(() => {})
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

export async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    (error) => {
      if (codeOf(error) === 'ENOENT') return false
      throw error
    },
  )
}

export async function syncToDisk(file: string): Promise<void> {
  // Windows cannot open folders. Its file system journals renames.
  if (process.platform === 'win32') return
  const handle = await open(file, 'r')
  await handle.sync().finally(() => handle.close())
}
