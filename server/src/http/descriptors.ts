import { readFileSync } from 'node:fs'

/** Descriptors for all but connections and what these read: the database, logs, libraries, processes of photos. */
const ofTheProcess = 128
/** A connection may have a file open beside its socket. */
const ofConnection = 2

/**
 * How many descriptors the process may open; infinite where the system does not tell. Node raises its soft limit to the
 * hard one when it starts.
 */
export function readDescriptorLimit(file = '/proc/self/limits'): number {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    // Linux alone has it.
    return Number.POSITIVE_INFINITY
  }
  const soft = /^Max open files\s+(\d+)/m.exec(text)?.[1]
  return soft === undefined ? Number.POSITIVE_INFINITY : Number(soft)
}

/** So many descriptors so many connections need. */
export const descriptorsFor = (connections: number): number => ofTheProcess + connections * ofConnection

/** How many connections fit into so many descriptors. */
export const connectionsWithin = (descriptors: number): number =>
  Math.max(1, Math.floor((descriptors - ofTheProcess) / ofConnection))
