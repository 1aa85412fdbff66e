import { describe, expect, test } from 'vitest'
import { createScanReader, type KeyReading, type PressedKey } from './scan-keys.ts'

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

const found = (readings: KeyReading[]) => readings.at(-1)

describe('a scanner', () => {
  test.each(['Enter', 'NumpadEnter', 'Tab'])('ends a code with %s', (end) => {
    expect(found(press('4607086560143', { end }))).toEqual({ kind: 'scan', code: '4607086560143' })
  })

  test('gives Latin letters in a Russian layout', () => {
    const russian: Record<string, string> = { W: 'Ц', B: 'И', _: '_' }
    const key = (sign: string) => russian[sign] ?? sign
    expect(found(press('WB_1048-a', { key }))).toEqual({ kind: 'scan', code: 'WB_1048-a' })
  })

  test.each([']C1', ']E0', ']d2'])('names the kind of code by %s, which is removed', (prefix) => {
    expect(found(press(`${prefix}4607086560143`))).toEqual({ kind: 'scan', code: '4607086560143' })
  })

  test('reads the next code from its first character on', () => {
    const read = createScanReader()
    const tick = clock()
    const codes = ['460', '870'].map((code) => {
      for (const sign of code) read({ code: `Digit${sign}`, key: sign, shiftKey: false, timeStamp: tick(3) })
      return read({ code: 'Enter', key: 'Enter', shiftKey: false, timeStamp: tick(3) })
    })
    expect(codes).toEqual([
      { kind: 'scan', code: '460' },
      { kind: 'scan', code: '870' },
    ])
  })

  test('sends group separators as shortcuts, which are removed', () => {
    const read = createScanReader()
    const tick = clock()
    const hit = (key: Omit<PressedKey, 'timeStamp'>) => read({ ...key, timeStamp: tick(4) })
    hit({ code: 'BracketRight', key: ']', shiftKey: false, ctrlKey: true })
    for (const sign of '0104') hit({ code: `Digit${sign}`, key: sign, shiftKey: false })
    hit({ code: 'ShiftLeft', key: 'Shift', shiftKey: true })
    hit({ code: 'KeyA', key: 'A', shiftKey: true })
    expect(hit({ code: 'Enter', key: 'Enter', shiftKey: false })).toEqual({ kind: 'scan', code: '0104A' })
  })
})

describe('a person at the keyboard', () => {
  test('types too slowly for a code', () => {
    const readings = press('4607086560143', { pace: 90 })
    expect(found(readings)).toEqual({ kind: 'none' })
    expect(readings.slice(0, -1)).not.toContainEqual({ kind: 'sign', isBurst: true })
  })

  test('scans nothing by Enter alone or by two quick keys', () => {
    expect(found(press(''))).toEqual({ kind: 'none' })
    expect(found(press('12'))).toEqual({ kind: 'none' })
  })

  test('does not change the code of a scan by typing before it', () => {
    const read = createScanReader()
    read({ code: 'KeyA', key: 'ф', shiftKey: false, timeStamp: 0 })
    for (const [index, sign] of [...'4607'].entries())
      read({ code: `Digit${sign}`, key: sign, shiftKey: false, timeStamp: 500 + index * 4 })
    const end = { code: 'Enter', key: 'Enter', shiftKey: false, timeStamp: 520 }
    expect(read(end)).toEqual({ kind: 'scan', code: '4607' })
  })
})
