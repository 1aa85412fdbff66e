import { findBarcodeMistake } from '@artel/contract/products/products.rules'

/** The properties of a key press that tell a scanner from a person. */
export type PressedKey = Pick<KeyboardEvent, 'code' | 'key' | 'shiftKey' | 'timeStamp'> &
  Partial<Pick<KeyboardEvent, 'ctrlKey' | 'altKey' | 'metaKey'>>

export type KeyReading =
  /** Does not come from a scanner, as far as is known. */
  | { kind: 'none' }
  /** A character. `isBurst`: it followed the previous one too fast for a hand, so it is not meant for the page. */
  | { kind: 'sign'; isBurst: boolean }
  /**
   * A code. `tail`: its end, if a pause before it is out of step with the pace of the other characters. Either
   * the scanner hiccupped, or a key was pressed by accident before the scan.
   */
  | { kind: 'scan'; code: string; tail: string | null }

/** Longest gap between two characters of a burst, ms: the fastest hands need 70 ms. */
const burstGap = 60
/** Longest gap between two characters of a code, and before its final key, ms: the slowest scanners need 500 ms. */
const longestGap = 650
/** Longest gap between two final keys of a scan, ms. */
const secondEndGap = 150
/** Shorter codes may be accidental key presses. A hand can press a few keys at the pace of a slow scanner. */
const shortestBurst = 3
const shortestSlow = 5
/** A gap so many times longer than the usual gap of the code is a pause. Scanners without a cable send unevenly. */
const pauseFactor = 4

type Sign = { sign: string; gap: number }

/**
 * Reads codes from key presses at the pace of any scanner, by physical keys, because a scanner presses the keys
 * of an English layout, whichever layout the computer uses.
 */
export function createScanReader(): (key: PressedKey) => KeyReading {
  let signs: Sign[] = []
  let last = Number.NEGATIVE_INFINITY
  let scannedAt = Number.NEGATIVE_INFINITY
  return (key) => {
    const gap = key.timeStamp - last
    if (isEnd(key)) {
      const scan = gap <= longestGap ? scanOf(signs) : null
      signs = []
      if (scan) scannedAt = key.timeStamp
      // Some scanners end a code with two keys. The second one would press the focused button.
      else if (key.timeStamp - scannedAt <= secondEndGap) return { kind: 'sign', isBurst: true }
      return scan ?? { kind: 'none' }
    }
    // Scanners send group separators as Ctrl with a key. A person's shortcut is not a scan either.
    if (key.ctrlKey || key.altKey || key.metaKey) return { kind: 'none' }
    const sign = signOf(key)
    if (sign === null) return { kind: 'none' }
    if (gap > longestGap) signs = []
    const isBurst = signs.length > 0 && gap <= burstGap
    signs.push({ sign, gap })
    last = key.timeStamp
    return { kind: 'sign', isBurst }
  }
}

function scanOf(read: readonly Sign[]): KeyReading | null {
  const gaps = read.slice(1).map(({ gap }) => gap)
  const usual = gaps.toSorted((one, other) => one - other)[Math.floor(gaps.length / 2)] ?? 0
  const isPause = ({ gap }: Sign) => gap > Math.max(burstGap, usual * pauseFactor)
  const pause = read.findLastIndex((sign, index) => index > 0 && isPause(sign))
  const textOf = (signs: readonly Sign[]) => stripPrefix(signs.map(({ sign }) => sign).join(''))
  const isLong = (code: string) => code.length >= (usual <= burstGap ? shortestBurst : shortestSlow)
  const [whole, tail] = [textOf(read), textOf(read.slice(Math.max(0, pause)))]
  if (!isLong(whole)) return null
  if (pause <= 0 || !isLong(tail)) return { kind: 'scan', code: whole, tail: null }
  return { kind: 'scan', code: whole, tail }
}

/** Which of the two readings of a scan is meant. */
export function chooseCode(
  { code, tail }: { code: string; tail: string | null },
  isKnown: (code: string) => boolean,
): string {
  if (tail === null) return code
  const isRight = (one: string) => /^\d{13}$/.test(one) && !findBarcodeMistake(one)
  for (const fits of [isKnown, isRight]) {
    const found = [code, tail].find(fits)
    if (found !== undefined) return found
  }
  // A key that was pressed by accident is one character, a scanner hiccups anywhere.
  return code.length === tail.length + 1 ? tail : code
}

const isEnd = ({ code, key }: PressedKey) =>
  ['Enter', 'NumpadEnter', 'Tab'].includes(code) || (code === '' && ['Enter', 'Tab'].includes(key))

/** Some scanners prefix the symbology: `]C1` is Code 128, `]E0` EAN, `]d2` DataMatrix. */
const stripPrefix = (code: string) => code.replace(/^\][A-Za-z]\d/, '')

/** The characters of a physical key, without and with Shift. */
const signs: Readonly<Record<string, string>> = {
  Minus: '-_',
  Equal: '=+',
  BracketLeft: '[{',
  BracketRight: ']}',
  Backslash: '\\|',
  Semicolon: ';:',
  Quote: '\'"',
  Backquote: '`~',
  Comma: ',<',
  Period: '.>',
  Slash: '/?',
  Space: '  ',
  NumpadSubtract: '--',
  NumpadAdd: '++',
  NumpadMultiply: '**',
  NumpadDivide: '//',
  NumpadDecimal: '..',
}
const shiftedDigits = ')!@#$%^&*('

function signOf({ code, key, shiftKey }: PressedKey): string | null {
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? []
  if (letter !== undefined) return shiftKey ? letter : letter.toLowerCase()
  const [, digit] = /^Digit(\d)$/.exec(code) ?? []
  if (digit !== undefined) return shiftKey ? (shiftedDigits[Number(digit)] ?? null) : digit
  const [, padDigit] = /^Numpad(\d)$/.exec(code) ?? []
  if (padDigit !== undefined) return padDigit
  const pair = signs[code]
  if (pair !== undefined) return pair[shiftKey ? 1 : 0] ?? null
  // A scanner connected to a phone may send keys without a physical code.
  return (code === '' || code === 'Unidentified') && key.length === 1 ? key : null
}
