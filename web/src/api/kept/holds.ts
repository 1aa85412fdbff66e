const markKey = 'artel_kept'

/**
 * `holds:` or `empty:`, and a generation that is replaced whenever the kept data is deleted. It is in the local
 * storage because every tab can read it at once, and because the login page can tell without a database whether
 * there is anything to delete.
 */
function readMark(): string {
  try {
    return localStorage.getItem(markKey) ?? ''
  } catch {
    // Storage may be forbidden; then nothing is kept.
    return ''
  }
}

/** Whether this browser may hold data of a person. */
export const mayHoldData = (): boolean => readMark().startsWith('holds:')

/** The generation of the kept data. A page that began in another one keeps nothing more. Empty: nothing was kept yet. */
export const readGeneration = (): string => readMark().slice(6)

/** @returns false if the storage is forbidden */
export function writeMark(state: 'holds' | 'empty', generation: string): boolean {
  try {
    localStorage.setItem(markKey, `${state}:${generation}`)
    return true
  } catch {
    return false
  }
}

/**
 * Deletes everything that was kept of a person for a time without a connection. If it fails, the login page tries
 * again. Where nothing is kept, nothing is loaded.
 */
export const forgetKept = async (): Promise<void> => {
  if (mayHoldData()) await (await import('./kept.ts')).forget()
}
