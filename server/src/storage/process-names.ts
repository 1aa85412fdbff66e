import { randomBytes } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { hostname } from 'node:os'

const dayMs = 86_400_000

/** A new name for a file or folder that only this process uses. `isLeft` reads it. */
export const nameOfProcess = (): string => `${hostname()}.${process.pid}.${randomBytes(6).toString('hex')}`

/**
 * Whether the process that made this name is gone. A name of this process counts as left, too: its pid may have
 * belonged to another one, as in a container, where each process is the first.
 */
export async function isLeft(path: string, name: string): Promise<boolean> {
  const [, host, pid = ''] = /^(.+)\.(\d+)\.\w+$/.exec(name) ?? []
  if (host === hostname()) return Number(pid) === process.pid || !isAlive(Number(pid))
  // Of another machine that shares the folder, only the time of its last write is known.
  const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }))
  return Date.now() - mtimeMs > dayMs
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // The process is alive, but it belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM' // a failed system call
  }
}
