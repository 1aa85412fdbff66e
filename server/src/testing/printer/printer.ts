import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { type Burned, SpeechReader } from './speech.ts'

export type { Burned } from './speech.ts'

/** What is wrong with a printer. */
export type Trouble = 'no_paper' | 'no_ribbon' | 'head_open' | 'paused'

/**
 * A label printer for tests: a raw port that speaks ZPL and TSPL. It keeps every label as its dots. It can be slow,
 * lack paper, keep silent, and close the connection in the middle of a label.
 */
export class TestPrinter {
  readonly labels: Burned[] = []
  /** Labels that were taken and are not printed yet. */
  readonly #queue: Burned[] = []
  readonly #sockets = new Set<Socket>()
  readonly #server: Server
  #msPerLabel = 0
  #isSilent = false
  #cutAfter = Number.POSITIVE_INFINITY
  #taken = 0
  #timer: NodeJS.Timeout | undefined
  /** How many labels it says are in its memory; undefined: as many as there are. */
  counted: number | undefined
  /** How many connections were open at once at most. */
  maxAtOnce = 0
  connections = 0
  readonly faults: unknown[] = []
  #trouble: Trouble | null = null

  private constructor(dotsPerMillimetre: number) {
    this.#server = createServer((socket) => this.#serve(socket, new SpeechReader(dotsPerMillimetre)))
  }

  static async open(dotsPerMillimetre = 8, port = 0): Promise<TestPrinter> {
    const printer = new TestPrinter(dotsPerMillimetre)
    await new Promise<void>((resolve) => printer.#server.listen(port, '127.0.0.1', resolve))
    return printer
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port // it listens on a port
  }

  get trouble(): Trouble | null {
    return this.#trouble
  }

  set trouble(trouble: Trouble | null) {
    this.#trouble = trouble
    this.#work()
  }

  set msPerLabel(ms: number) {
    this.#msPerLabel = ms
  }

  /** It takes all bytes and answers nothing. */
  set isSilent(isSilent: boolean) {
    this.#isSilent = isSilent
  }

  /** Closes the connection when this many labels were taken, in the middle of the next one. */
  set cutAfter(count: number) {
    this.#cutAfter = count
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer)
    for (const socket of this.#sockets) socket.destroy()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #serve(socket: Socket, reader: SpeechReader): void {
    this.connections += 1
    this.#sockets.add(socket)
    this.maxAtOnce = Math.max(this.maxAtOnce, this.#sockets.size)
    socket.on('close', () => this.#sockets.delete(socket))
    socket.on('error', () => undefined)
    socket.on('data', (bytes) => {
      if (this.#isSilent) return
      if (this.#taken >= this.#cutAfter && /\^XA|SIZE/.test(bytes.toString('latin1'))) {
        socket.resetAndDestroy()
        return
      }
      try {
        for (const piece of reader.read(bytes)) {
          if (piece.kind === 'label') this.#take(piece.label)
          else if (piece.kind === 'question') socket.write(this.#answer(piece.language))
        }
      } catch (error) {
        this.faults.push(error)
        socket.destroy()
      }
    })
  }

  #take(label: Burned): void {
    this.#taken += 1
    this.#queue.push(label)
    this.#work()
  }

  #work(): void {
    if (this.#timer || this.#trouble || this.#queue.length === 0) return
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      if (this.#trouble) return
      this.labels.push(...this.#queue.splice(0, 1))
      this.#work()
    }, this.#msPerLabel)
  }

  #answer(language: 'zpl' | 'tspl'): Buffer {
    const is = (trouble: Trouble) => (this.#trouble === trouble ? 1 : 0)
    if (language === 'tspl') {
      const bits = is('head_open') | (is('no_paper') << 2) | (is('no_ribbon') << 3) | (is('paused') << 4)
      return Buffer.from([bits | (this.#queue.length > 0 && bits === 0 ? 0x20 : 0)])
    }
    const waiting = String(this.counted ?? this.#queue.length).padStart(3, '0')
    const lines = [
      `030,${is('no_paper')},${is('paused')},0320,${waiting},0,0,0,000,0,0,0`,
      `000,0,${is('head_open')},${is('no_ribbon')},0,2,4,0,00000000,1,000`,
      '1234,0',
    ]
    return Buffer.from(lines.map((line) => `\u0002${line}\u0003\r\n`).join(''))
  }
}
