import type { FieldTextKey } from '@artel/contract/errors/errors.en'
import { commonWords } from './common-words.ts'

/** Why a new password is refused, apart from its length; null if it is accepted. */
export function findFault(password: string, login: string): FieldTextKey | null {
  const [name = ''] = login.split('@')
  const typed = password.trim().toLowerCase()
  if (typed === login || lettersOf(typed) === lettersOf(login) || typed === name) return 'password_is_login'
  return isCommon(password) ? 'password_common' : null
}

// Characters that people write in place of a letter, and that guessers therefore try.
const disguises: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
}

const keyboardRows = [
  '1234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm,./',
  '1qaz2wsx3edc4rfv5tgb',
  'йцукенгшщзхъ',
  'фывапролджэ',
  'ячсмитьбю',
  'abcdefghijklmnopqrstuvwxyz',
  'абвгдежзийклмнопрстуфхцчшщъыьэюя',
]
const fewestOfRow = 3
const fewestOwn = 4
const fewestSigns = 4

/**
 * Whether guessers would try the password soon: it consists of few different characters, of keyboard
 * neighbours, of digits only, or of common words with digits and signs around them.
 */
function isCommon(password: string): boolean {
  const typed = password.toLowerCase()
  if (new Set(typed).size < fewestSigns || /^[\d\s.,+\-/]+$/.test(typed)) return true
  if (withoutRows(typed).length < fewestOwn) return true
  const core = typed.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const plain = [...core].map((sign) => disguises[sign] ?? sign).join('')
  return isMadeOfWords(lettersOf(typed)) || isMadeOfWords(lettersOf(plain))
}

const lettersOf = (text: string): string => text.replace(/[^\p{L}]/gu, '')

/** Removes runs of three or more neighbours on the keyboard or in the alphabet, in either direction. */
function withoutRows(text: string): string {
  let own = ''
  for (let start = 0; start < text.length; ) {
    const length = rowLengthAt(text, start)
    if (length < fewestOfRow) own += text[start]
    start += length < fewestOfRow ? 1 : length
  }
  return own
}

function rowLengthAt(text: string, start: number): number {
  let length = 1
  while (start + length < text.length && isInRow(text.slice(start, start + length + 1))) length++
  return length
}

const isInRow = (part: string): boolean =>
  keyboardRows.some((row) => row.includes(part) || row.includes([...part].reverse().join('')))

/** Whether the text is a sequence of common words and nothing else. */
function isMadeOfWords(letters: string): boolean {
  const reachable = new Set([0])
  for (let start = 0; start < letters.length; start++) {
    if (!reachable.has(start)) continue
    for (const word of commonWords) if (letters.startsWith(word, start)) reachable.add(start + word.length)
  }
  return letters !== '' && reachable.has(letters.length)
}
