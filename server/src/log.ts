import { write } from 'node:fs'
import { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type DestinationStream, type Logger, pino } from 'pino'

const stdout = 1
const mostWaitingBytes = 4_000_000
const retryMs = 50
const closeMs = 1000

/** At its lowest level the reader of forms tells of a request with all its headers, the cookies among them. */
const hidden = ['busboyOptions.headers']

export type Log = Logger & {
  /** Waits, not for long, until what was said is written. */
  settle(): Promise<void>
}

/** The log, line by line to `output`. */
export const makeLog = (level: string, output: Pick<DestinationStream, 'write'>): Logger =>
  pino({ level, redact: hidden }, output)

/**
 * The log, on standard output. Whoever reads it may be slow or gone, and its disk may be full: then lines are lost and
 * nothing else happens. The library's own output keeps them in memory without bound, and at a full disk never ends.
 */
export function openLog(level: string): Log {
  const output = new Writable({
    write: (line: Buffer, _, done) => void put(line).then(() => done()),
    writev: (lines, done) => void put(Buffer.concat(lines.map(({ chunk }) => chunk))).then(() => done()),
  })
  const write = (line: string) => void (output.writableLength < mostWaitingBytes && output.write(line))
  const log = makeLog(level, { write })
  const settle = async () => {
    const written = new Promise<void>((resolve) => output.write('', () => resolve()))
    await Promise.race([written, sleep(closeMs, undefined, { ref: false })])
  }
  return Object.assign(log, { settle })
}

const writeSome = promisify(write)

async function put(content: Buffer): Promise<void> {
  for (let from = 0; from < content.length; ) {
    try {
      from += (await writeSome(stdout, content, from)).bytesWritten
    } catch (error) {
      // A pipe that does not block says so where it is full; anything else is not mended by another try.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return // a failed system call
      await sleep(retryMs)
    }
  }
}
