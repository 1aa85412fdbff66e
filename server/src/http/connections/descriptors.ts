import { readFileSync } from 'node:fs'

/**
 * Descriptors for everything but connections and the files that they read: the database, logs, libraries,
 * photo processes.
 */
const ofTheProcess = 128
/** A connection may have a file open beside its socket. */
const ofConnection = 2

/**
 * Maximum descriptors that the process may open; infinite if the system does not tell. Node raises its soft
 * limit to the hard one when it starts.
 */
export function readDescriptorLimit(file = '/proc/self/limits'): number {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    // Only Linux has this file.
    return Number.POSITIVE_INFINITY
  }
  const soft = /^Max open files\s+(\d+)/m.exec(text)?.[1]
  return soft === undefined ? Number.POSITIVE_INFINITY : Number(soft)
}

/** Descriptors that this many connections need. */
export const descriptorsFor = (connections: number): number => ofTheProcess + connections * ofConnection

/** Connections that fit into this many descriptors. */
export const connectionsWithin = (descriptors: number): number =>
  Math.max(1, Math.floor((descriptors - ofTheProcess) / ofConnection))
