import { isUtf8 } from 'node:buffer'
import { Reach } from './reach.ts'
import { TableError } from './table-error.ts'

const marks: { encoding: string; mark: number[] }[] = [
  { encoding: 'utf-8', mark: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', mark: [0xff, 0xfe] },
  { encoding: 'utf-16be', mark: [0xfe, 0xff] },
]

// Small enough that the decoded texts of one piece use little memory.
const pieceBytes = 65_536

/**
 * Decodes a csv piece by piece. Without a byte order mark it is UTF-8 if the bytes are valid, or else
 * Windows-1251, which Russian spreadsheets save.
 * @throws TableError if the file is not text, or is damaged UTF-8
 */
export function* decodeText(bytes: Buffer, reach = new Reach()): Generator<string> {
  reach.begin(bytes.length)
  const marked = marks.find(({ mark }) => mark.every((byte, index) => bytes[index] === byte))
  const encoding = marked?.encoding ?? encodingOf(bytes)
  const decoder = new TextDecoder(encoding, { fatal: true })
  // The UTF-8 mark says that the file is text. Our own files have it, and may contain any characters that
  // people wrote.
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
// Control characters such as NUL. Texts hardly contain them, but pictures and UTF-16 without a mark always do.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const binary = /[\0-\x08\x0e-\x19\x7f\ufffe]/

function proven(text: string, foreign: RegExp): string {
  if (foreign.test(text)) throw new TableError('table_bad_text')
  return text
}

function encodingOf(bytes: Buffer): string {
  if (isUtf8(bytes)) return 'utf-8'
  // In a Windows-1251 text, hardly any pair of Cyrillic letters is a valid UTF-8 sequence. If most are valid,
  // the file is damaged UTF-8. It is rejected, because it would be unreadable as Windows-1251 and must not be
  // repaired by guesswork.
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
