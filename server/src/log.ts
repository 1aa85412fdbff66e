import { write } from 'node:fs'
import { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type DestinationStream, type Logger, pino } from 'pino'
import { readable } from './readable-log.ts'

const stdout = 1
const maxWaitingBytes = 4_000_000
const retryMs = 50
const closeMs = 1000

/** Hidden, because at its lowest level the form parser logs a request with all headers, including cookies. */
const hidden = ['busboyOptions.headers']

export type Log = Logger & {
  /** Waits until the log is written, at most 1 s. */
  settle(): Promise<void>
}

/** Creates a log that writes line by line to `output`. */
export const makeLog = (level: string, output: Pick<DestinationStream, 'write'>): Logger =>
  pino({ level, redact: hidden }, output)

/**
 * Opens the log on standard output: lines for people on a terminal, JSON elsewhere. If the reader is slow or gone, or its disk is full, lines are lost
 * without any other effect. The library's own output buffers them in memory without limit, and on a full disk
 * it never ends.
 */
export function openLog(level: string): Log {
  const output = new Writable({
    write: (line: Buffer, _, done) => void put(line).then(() => done()),
    writev: (lines, done) => void put(Buffer.concat(lines.map(({ chunk }) => chunk))).then(() => done()),
  })
  const shown = process.stdout.isTTY ? readable : (line: string) => line
  const write = (line: string) => void (output.writableLength < maxWaitingBytes && output.write(shown(line)))
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
      // A non-blocking pipe reports EAGAIN when it is full. No other error is fixed by a retry.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return // a failed system call
      await sleep(retryMs)
    }
  }
}
