import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PrintReason } from '@artel/contract/printers/printers.line'
import type { PrinterPlace } from '../../setting-values.ts'
import { longestAnswer, type PrinterState, statusLanguages } from './printers.rules.ts'

/** Time limits, ms. */
export type PrinterTimes = { connectMs: number; writeMs: number; answerMs: number }
export const usualTimes: PrinterTimes = { connectMs: 5000, writeMs: 15_000, answerMs: 15_000 }

/** The printer does not do what was asked of it. */
export class PrinterError extends Error {
  readonly reason: PrintReason

  constructor(reason: PrintReason, cause?: unknown) {
    super(`The printer: ${reason}`, { cause })
    this.reason = reason
  }
}

/** A connection to the raw port of a label printer. It sends labels and asks for the state. */
export class PrinterClient {
  readonly #socket: Socket
  readonly #times: PrinterTimes
  readonly #language: (typeof statusLanguages)['zpl']
  #answer = Buffer.alloc(0)
  #heard: () => void = () => undefined
  #isClosed = false

  private constructor(socket: Socket, { language }: PrinterPlace, times: PrinterTimes) {
    this.#socket = socket
    this.#times = times
    this.#language = statusLanguages[language]
    socket.on('data', (piece) => {
      // A printer that keeps talking fills no memory.
      this.#answer = Buffer.concat([this.#answer, piece]).subarray(-2 * longestAnswer)
      this.#heard()
    })
    socket.on('close', () => {
      this.#isClosed = true
      this.#heard()
    })
  }

  /** @throws PrinterError unreachable */
  static async open(place: PrinterPlace, times: PrinterTimes): Promise<PrinterClient> {
    const socket = connect({ host: place.host, port: place.port, noDelay: true })
    const failed = new Promise<never>((_, reject) => socket.once('error', reject))
    // A later error closes the connection, which the next step notices.
    socket.on('error', () => undefined)
    failed.catch(() => undefined)
    const opened = new Promise<void>((resolve) => socket.once('connect', () => resolve()))
    try {
      await within(Promise.race([opened, failed]), times.connectMs)
    } catch (error) {
      socket.destroy()
      throw new PrinterError('unreachable', error)
    }
    return new PrinterClient(socket, place, times)
  }

  /** Sends bytes. Resolves when the operating system has accepted all of them. @throws PrinterError cut_off, silent */
  async send(bytes: Uint8Array): Promise<void> {
    const written = new Promise<void>((resolve, reject) => {
      // Fails too if the connection is closed before or meanwhile.
      this.#socket.write(bytes, (error) => (error ? reject(new PrinterError('cut_off', error)) : resolve()))
    })
    await within(written, this.#times.writeMs)
  }

  /** @throws PrinterError cut_off, silent, fault if the answer is none of its language */
  async ask(): Promise<PrinterState> {
    const { question, read } = this.#language
    this.#answer = Buffer.alloc(0)
    const answered = new Promise<PrinterState>((resolve, reject) => {
      this.#heard = () => {
        const state = read(this.#answer)
        if (state === null) reject(new PrinterError('fault'))
        else if (state) resolve(state)
        else if (this.#isClosed) reject(new PrinterError('cut_off'))
      }
    })
    // Awaited below. It may be rejected while the question is still being sent.
    answered.catch(() => undefined)
    await this.send(question)
    this.#heard()
    return within(answered, this.#times.answerMs)
  }

  /** Lets the printer take what was sent. */
  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#socket.once('close', () => resolve()))
    this.#socket.end()
    if (!this.#isClosed) await Promise.race([closed, sleep(500)])
    this.#socket.destroy()
  }
}

/** @throws PrinterError silent after `ms` */
async function within<T>(work: Promise<T>, ms: number): Promise<T> {
  const over = new AbortController()
  const tooLong = sleep(ms, undefined, { signal: over.signal }).then(() => {
    throw new PrinterError('silent')
  })
  try {
    return await Promise.race([work, tooLong])
  } finally {
    over.abort()
    // The abort rejects it.
    tooLong.catch(() => undefined)
    work.catch(() => undefined)
  }
}
