/** What of a pressed key tells a scanner from a person. */
export type PressedKey = Pick<KeyboardEvent, 'code' | 'key' | 'shiftKey' | 'timeStamp'> &
  Partial<Pick<KeyboardEvent, 'ctrlKey' | 'altKey' | 'metaKey'>>

export type KeyReading =
  /** Not a scanner's, as far as can be told. */
  | { kind: 'none' }
  /** A sign; `isBurst`: so soon after another one that no hand has pressed it. */
  | { kind: 'sign'; isBurst: boolean }
  | { kind: 'scan'; code: string }

/** Milliseconds between two signs: the slowest scanners need 35, the quickest hands 70. */
const longestGap = 60
/** The end may come a little later. */
const longestEnd = 150
/** Shorter is what a hand may press by chance. */
const shortestCode = 3

/**
 * Reads codes out of pressed keys, by their places on the keyboard: a scanner presses the keys of an English layout,
 * whichever layout the computer takes them for.
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
    // Marks between groups come as Ctrl with a sign; a person's shortcut is none of a scanner's either.
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

/** Scanners may say first what kind of code it is: `]C1` is Code 128, `]E0` EAN, `]d2` DataMatrix. */
const stripPrefix = (code: string) => code.replace(/^\][A-Za-z]\d/, '')

/** Plain and with Shift, by the place of the key. */
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
  // A scanner at a phone may press keys that have no place.
  return (code === '' || code === 'Unidentified') && key.length === 1 ? key : null
}
