import { describe, expect, test } from 'vitest'
import { chooseCode, createScanReader, type KeyReading, type PressedKey } from './scan-keys.ts'

/** Presses the keys of a code on an English layout; `pace`: ms between two keys. */
function press(text: string, { pace = 5, end = 'Enter', key = (sign: string) => sign } = {}): KeyReading[] {
  const read = createScanReader()
  let now = 1000
  const hit = (pressed: Omit<PressedKey, 'timeStamp'>) => {
    now += pace
    return read({ ...pressed, timeStamp: now })
  }
  const readings = [...text].map((sign) => hit({ ...placeOf(sign), key: key(sign) }))
  return [...readings, hit({ code: end, key: end, shiftKey: false })]
}

function clock() {
  let now = 0
  return (duration: number) => {
    now += duration
    return now
  }
}

function placeOf(sign: string): { code: string; shiftKey: boolean } {
  if (/\d/.test(sign)) return { code: `Digit${sign}`, shiftKey: false }
  if (/[a-z]/i.test(sign)) return { code: `Key${sign.toUpperCase()}`, shiftKey: sign !== sign.toLowerCase() }
  return { code: { '-': 'Minus', ']': 'BracketRight', _: 'Minus' }[sign] ?? '', shiftKey: sign === '_' }
}

const scan = (code: string, tail: string | null = null): KeyReading => ({ kind: 'scan', code, tail })
const found = (readings: KeyReading[]) => readings.at(-1)

describe('a scanner', () => {
  test.each(['Enter', 'NumpadEnter', 'Tab'])('ends a code with %s', (end) => {
    expect(found(press('4607086560143', { end }))).toEqual(scan('4607086560143'))
  })

  test('that ends a code with two keys presses nothing with the second one', () => {
    const read = createScanReader()
    const tick = clock()
    for (const sign of '4607') read({ code: `Digit${sign}`, key: sign, shiftKey: false, timeStamp: tick(3) })
    const end = (ms: number) => ({ code: 'Enter', key: 'Enter', shiftKey: false, timeStamp: tick(ms) })
    expect(read(end(3))).toEqual(scan('4607'))
    expect(read(end(5))).toEqual({ kind: 'sign', isBurst: true })
    expect(read(end(500))).toEqual({ kind: 'none' })
  })

  test('gives Latin letters in a Russian layout', () => {
    const russian: Record<string, string> = { W: 'Ц', B: 'И', _: '_' }
    const key = (sign: string) => russian[sign] ?? sign
    expect(found(press('WB_1048-a', { key }))).toEqual(scan('WB_1048-a'))
  })

  test.each([']C1', ']E0', ']d2'])('names the kind of code by %s, which is removed', (prefix) => {
    expect(found(press(`${prefix}4607086560143`))).toEqual(scan('4607086560143'))
  })

  test('reads the next code from its first character on', () => {
    const read = createScanReader()
    const tick = clock()
    const codes = ['460', '870'].map((code) => {
      for (const sign of code) read({ code: `Digit${sign}`, key: sign, shiftKey: false, timeStamp: tick(3) })
      return read({ code: 'Enter', key: 'Enter', shiftKey: false, timeStamp: tick(3) })
    })
    expect(codes).toEqual([scan('460'), scan('870')])
  })

  test('sends group separators as shortcuts, which are removed', () => {
    const read = createScanReader()
    const tick = clock()
    const hit = (key: Omit<PressedKey, 'timeStamp'>) => read({ ...key, timeStamp: tick(4) })
    hit({ code: 'BracketRight', key: ']', shiftKey: false, ctrlKey: true })
    for (const sign of '0104') hit({ code: `Digit${sign}`, key: sign, shiftKey: false })
    hit({ code: 'ShiftLeft', key: 'Shift', shiftKey: true })
    hit({ code: 'KeyA', key: 'A', shiftKey: true })
    expect(hit({ code: 'Enter', key: 'Enter', shiftKey: false })).toEqual(scan('0104A'))
  })
})

describe('any scanner is understood', () => {
  test.each([5, 20, 59, 80, 150, 300, 500])('with a character each %s ms', (pace) => {
    expect(found(press('4607086560143', { pace }))).toEqual(scan('4607086560143'))
  })

  /** Presses keys at these gaps, ms, and Enter after `end`. */
  function pressAt(text: string, gaps: readonly number[], end = 5): KeyReading | undefined {
    const read = createScanReader()
    const tick = clock()
    for (const [index, sign] of [...text].entries())
      read({ code: `Digit${sign}`, key: sign, shiftKey: false, timeStamp: tick(gaps[index] ?? 5) })
    return read({ code: 'Enter', key: 'Enter', shiftKey: false, timeStamp: tick(end) })
  }

  test('that sends unevenly, as scanners without a cable do', () => {
    expect(pressAt('4607086560143', [0, 30, 110, 45, 90, 20, 130, 60, 40, 85, 100, 35, 70], 200)).toEqual(
      scan('4607086560143'),
    )
  })

  test('that hiccups: the code is read whole, and its end is told', () => {
    const reading = pressAt('4607086560143', [0, 5, 5, 5, 5, 5, 400])
    expect(reading).toEqual(scan('4607086560143', '6560143'))
  })

  test('that hiccups before the last characters, which are no code by themselves', () => {
    expect(pressAt('4607086560143', [0, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 300])).toEqual(scan('4607086560143'))
  })
})

describe('of a code and its end', () => {
  const both = { code: '4607086560143', tail: '6560143' }
  test.each([
    ['the known one is meant', both, ['6560143'], '6560143'],
    ['the whole one is meant if both are known', both, ['6560143', '4607086560143'], '4607086560143'],
    ['the one with a right check digit is meant', both, [], '4607086560143'],
    [
      'the one with a right check digit is meant after an accidental key',
      { code: '14607086560143', tail: '4607086560143' },
      [],
      '4607086560143',
    ],
    ['the whole one is meant if nothing is known', { code: 'AB1234', tail: '1234' }, [], 'AB1234'],
    ['the end is meant after one accidental key', { code: 'A1234', tail: '1234' }, [], '1234'],
    ['there is only one', { code: 'A1234', tail: null }, [], 'A1234'],
  ] as const)('%s', (_, reading, known: readonly string[], expected) => {
    expect(chooseCode(reading, (code) => known.includes(code))).toBe(expected)
  })
})

describe('a person at the keyboard', () => {
  test('types too slowly for a code', () => {
    const readings = press('4607086560143', { pace: 700 })
    expect(found(readings)).toEqual({ kind: 'none' })
  })

  test('presses keys too slowly for a burst, so that they are left to the page', () => {
    const readings = press('4607086560143', { pace: 70 })
    expect(readings.slice(0, -1)).not.toContainEqual({ kind: 'sign', isBurst: true })
  })

  test('scans nothing by Enter alone, by two quick keys, or by four slow ones', () => {
    expect(found(press(''))).toEqual({ kind: 'none' })
    expect(found(press('12'))).toEqual({ kind: 'none' })
    expect(found(press('1234', { pace: 100 }))).toEqual({ kind: 'none' })
  })

  test('does not change the code of a scan by typing before it', () => {
    const read = createScanReader()
    read({ code: 'KeyA', key: 'ф', shiftKey: false, timeStamp: 0 })
    for (const [index, sign] of [...'4607'].entries())
      read({ code: `Digit${sign}`, key: sign, shiftKey: false, timeStamp: 1000 + index * 4 })
    const end = { code: 'Enter', key: 'Enter', shiftKey: false, timeStamp: 1020 }
    expect(read(end)).toEqual(scan('4607'))
  })
})
