import { isUtf8 } from 'node:buffer'
import { Reach } from './reach.ts'
import { TableError } from './table-error.ts'

const marks: { encoding: string; mark: number[] }[] = [
  { encoding: 'utf-8', mark: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', mark: [0xff, 0xfe] },
  { encoding: 'utf-16be', mark: [0xfe, 0xff] },
]

// Small enough that the texts of one piece do not weigh.
const pieceBytes = 65_536

/**
 * The text of a csv, piece by piece. Without a mark it is UTF-8 where that fits, else Windows-1251, which Russian
 * spreadsheets save.
 * @throws TableError where it is no text, or UTF-8 with damaged places
 */
export function* decodeText(bytes: Buffer, reach = new Reach()): Generator<string> {
  reach.begin(bytes.length)
  const marked = marks.find(({ mark }) => mark.every((byte, index) => bytes[index] === byte))
  const encoding = marked?.encoding ?? encodingOf(bytes)
  const decoder = new TextDecoder(encoding, { fatal: true })
  // What begins with this mark says that it is text: our own files do, and hold whatever texts people wrote.
  const foreign = marked?.encoding === 'utf-8' ? nul : binary
  try {
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      reach.take(pieceBytes)
      yield proven(decoder.decode(bytes.subarray(at, at + pieceBytes), { stream: true }), foreign)
    }
    yield proven(decoder.decode(), foreign)
  } catch (error) {
    if (error instanceof TypeError) throw new TableError('table_bad_text')
    throw error
  }
}

const nul = /\0/
// NUL and its like: hardly a text holds them, but every picture and every UTF-16 without a mark.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const binary = /[\0-\x08\x0e-\x19\x7f\ufffe]/

function proven(text: string, foreign: RegExp): string {
  if (foreign.test(text)) throw new TableError('table_bad_text')
  return text
}

function encodingOf(bytes: Buffer): string {
  if (isUtf8(bytes)) return 'utf-8'
  // A Cyrillic text of Windows-1251 holds hardly a pair of bytes that is a letter of UTF-8. A UTF-8 with a damaged
  // place would be unreadable as Windows-1251, and is better refused than mended.
  const text = bytes.toString('utf8')
  const damaged = count(text, /\ufffd/g)
  const sound = count(text, /[^\0-\x7f\ufffd]/gu)
  if (sound > damaged) throw new TableError('table_bad_text')
  return 'windows-1251'
}

function count(text: string, sign: RegExp): number {
  let found = 0
  for (const _ of text.matchAll(sign)) found += 1
  return found
}
