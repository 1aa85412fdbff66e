/** The properties of a key press that tell a scanner from a person. */
export type PressedKey = Pick<KeyboardEvent, 'code' | 'key' | 'shiftKey' | 'timeStamp'> &
  Partial<Pick<KeyboardEvent, 'ctrlKey' | 'altKey' | 'metaKey'>>

export type KeyReading =
  /** Does not come from a scanner, as far as is known. */
  | { kind: 'none' }
  /** A character. `isBurst`: it followed the previous one too fast for a hand. */
  | { kind: 'sign'; isBurst: boolean }
  | { kind: 'scan'; code: string }

/**
 * Longest gap between two characters of a scan, ms. The slowest scanners need 35 ms, the fastest hands 70 ms.
 */
const longestGap = 60
/** Longest gap before the final key, ms. It may come a little later. */
const longestEnd = 150
/** Shorter codes may be accidental key presses. */
const shortestCode = 3

/**
 * Reads codes from key presses by physical keys, because a scanner presses the keys of an English layout,
 * whichever layout the computer uses.
 */
export function createScanReader(): (key: PressedKey) => KeyReading {
  let signs = ''
  let last = Number.NEGATIVE_INFINITY
  return (key) => {
    const gap = key.timeStamp - last
    if (isEnd(key)) {
      const code = stripPrefix(signs)
      signs = ''
      return gap <= longestEnd && code.length >= shortestCode ? { kind: 'scan', code } : { kind: 'none' }
    }
    // Scanners send group separators as Ctrl with a key. A person's shortcut is not a scan either.
    if (key.ctrlKey || key.altKey || key.metaKey) return { kind: 'none' }
    const sign = signOf(key)
    if (sign === null) return { kind: 'none' }
    const isBurst = gap <= longestGap && signs !== ''
    signs = isBurst ? signs + sign : sign
    last = key.timeStamp
    return { kind: 'sign', isBurst }
  }
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
