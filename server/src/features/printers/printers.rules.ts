import type { PrintReason } from '@artel/contract/printers/printers.line'

/** What a printer reports: why it does not print, and how many labels it has taken but not printed yet. */
export type PrinterState = { fault: PrintReason | null; pending: number }

/** How to ask a printer, and to read its answer. */
export type StatusLanguage = {
  question: Uint8Array
  /** @returns undefined while the answer is not complete; null if it is no answer of this language */
  read: (answer: Buffer) => PrinterState | null | undefined
  /** Labels that the printer may have taken without having printed them. */
  maxPending: number
}

/** A printer that stopped may print its last label again, so that one does not count as printed. */
const pendingOf = (fault: PrintReason | null, pending: number): number =>
  fault ? Math.max(1, pending) : pending

// Each of the three lines of an answer in ZPL is between these.
const startOfText = '\u0002'
const endOfText = '\u0003'

/** Longest answer of a printer, bytes. */
export const longestAnswer = 1024

function readZpl(answer: Buffer): PrinterState | null | undefined {
  const parts = answer.toString('latin1').split(endOfText)
  if (parts.length < 4) return answer.length > longestAnswer ? null : undefined
  const [first = [], second = []] = parts.map((part) => part.slice(part.indexOf(startOfText) + 1).split(','))
  const numbers = [first[4], second[8]].map(Number)
  const isCount = (number: number) => Number.isInteger(number) && number >= 0
  if (first.length < 12 || second.length < 9 || !numbers.every(isCount)) return null
  const isSet = (fields: string[], place: number) => Number(fields[place]) === 1
  const faults: [boolean, PrintReason][] = [
    [isSet(second, 2), 'head_open'],
    [isSet(first, 1), 'no_paper'],
    [isSet(second, 3), 'no_ribbon'],
    [isSet(first, 11), 'hot'],
    [isSet(first, 9), 'fault'],
    [isSet(first, 2), 'paused'],
  ]
  const fault = faults.find(([isOn]) => isOn)?.[1] ?? null
  return { fault, pending: pendingOf(fault, numbers[0]! + numbers[1]!) } // there are two
}

// The bits of the one byte that TSPL answers. An open head hides all others.
const tsplFaults: [number, PrintReason][] = [
  [0x01, 'head_open'],
  [0x02, 'jam'],
  [0x04, 'no_paper'],
  [0x08, 'no_ribbon'],
  [0x80, 'fault'],
  [0x10, 'paused'],
]
const tsplPrinting = 0x20

function readTspl(answer: Buffer): PrinterState | undefined {
  const byte = answer.at(-1)
  if (byte === undefined) return undefined
  const fault = tsplFaults.find(([bit]) => (byte & bit) !== 0)?.[1] ?? null
  // It does not say how many, so the next label is sent only after this one.
  return { fault, pending: pendingOf(fault, (byte & tsplPrinting) === 0 ? 0 : 1) }
}

export const statusLanguages: Record<'zpl' | 'tspl', StatusLanguage> = {
  zpl: { question: Buffer.from('~HS\r\n'), read: readZpl, maxPending: 2 },
  tspl: { question: Buffer.from('\x1b!?', 'latin1'), read: readTspl, maxPending: 1 },
}
