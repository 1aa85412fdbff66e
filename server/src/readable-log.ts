import { stripVTControlCharacters, styleText } from 'node:util'
import { z } from 'zod'

const levels: Readonly<Record<number, string>> = {
  10: 'TRACE',
  20: 'DEBUG',
  30: 'INFO',
  40: 'WARN',
  50: 'ERROR',
  60: 'FATAL',
}
const grey = 30
const yellow = 40

const entry = z.looseObject({
  level: z.number(),
  time: z.number(),
  msg: z.string().default(''),
  err: z.object({ stack: z.string() }).optional(),
})

/** A line of the log for people: time of day, level, message, values. The stack of an error follows on its own lines. */
export function readable(line: string): string {
  const { level, time, msg, err, pid: _, hostname: __, ...values } = entry.parse(JSON.parse(line))
  const name = (levels[level] ?? String(level)).padEnd(5)
  const words = Object.entries(values).map(([key, value]) => `${key}=${asWord(value)}`)
  const first = [styleText(colourOf(level), `${clockOf(time)} ${name}`), printable(msg), ...words].join(' ')
  return err ? `${first}\n${printable(err.stack)}\n` : `${first}\n`
}

const colourOf = (level: number) => (level > yellow ? 'red' : level > grey ? 'yellow' : 'gray')

const clockOf = (time: number): string => {
  const at = new Date(time)
  const pad = (number: number, length = 2) => String(number).padStart(length, '0')
  return `${pad(at.getHours())}:${pad(at.getMinutes())}:${pad(at.getSeconds())}.${pad(at.getMilliseconds(), 3)}`
}

const asWord = (value: unknown): string =>
  printable(typeof value === 'string' && /^\S+$/.test(value) ? value : JSON.stringify(value))

/** Without characters that control the terminal. A text of a stranger may be in the log. */
const printable = (text: string): string =>
  stripVTControlCharacters(text).replace(
    /[^\P{C}\n]/gu,
    (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`,
  )
