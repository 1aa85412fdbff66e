import { expect, test } from 'vitest'
import { screenKeyOf } from './screen-keys.ts'

const press = (key: string, code: string, more: Partial<Parameters<typeof screenKeyOf>[0]> = {}) =>
  screenKeyOf({
    key,
    code,
    shiftKey: false,
    ctrlKey: false,
    altKey: false,
    metaKey: false,
    isComposing: false,
    repeat: false,
    ...more,
  })
const shift = { shiftKey: true }

test('knows the keys of an English layout', () => {
  expect(press('n', 'KeyN')).toBe('create')
  expect(press('x', 'KeyX')).toBe('select')
  expect(press('X', 'KeyX', shift)).toBe('extend')
  expect(press('/', 'Slash')).toBe('search')
  expect(press('?', 'Slash', shift)).toBe('help')
  expect(press('ArrowDown', 'ArrowDown')).toBe('next')
  expect(press('ArrowUp', 'ArrowUp')).toBe('previous')
  expect(press('ArrowDown', 'ArrowDown', shift)).toBe('extendToNext')
  expect(press('ArrowUp', 'ArrowUp', shift)).toBe('extendToPrevious')
})

test('knows the same keys in a Russian layout, and its own question mark', () => {
  expect(press('т', 'KeyN')).toBe('create')
  expect(press('ч', 'KeyX')).toBe('select')
  expect(press('Ч', 'KeyX', shift)).toBe('extend')
  expect(press('.', 'Slash')).toBe('search')
  expect(press(',', 'Slash', shift)).toBe('help')
  expect(press('?', 'Digit7', shift)).toBe('help')
  expect(press('/', 'Backslash', shift)).toBe('search')
})

test('goes by the letter where another layout has Latin letters at other places', () => {
  // Dvorak: the key of X gives Q, and X is on the key of B.
  expect(press('q', 'KeyX')).toBeNull()
  expect(press('x', 'KeyB')).toBe('select')
})

test('takes a letter typed with Caps Lock', () => {
  expect(press('X', 'KeyX')).toBe('select')
  expect(press('x', 'KeyX', shift)).toBe('extend')
})

test('leaves chords, composed text and all other keys alone', () => {
  for (const chord of ['ctrlKey', 'altKey', 'metaKey', 'isComposing'] as const) {
    expect(press('x', 'KeyX', { [chord]: true })).toBeNull()
    expect(press('ArrowDown', 'ArrowDown', { [chord]: true })).toBeNull()
  }
  expect(press('N', 'KeyN', shift)).toBeNull()
  expect(press('a', 'KeyA')).toBeNull()
  expect(press('7', 'Digit7')).toBeNull()
  expect(press('Enter', 'Enter')).toBeNull()
})

test('repeats the arrows of a held key, but no letter', () => {
  expect(press('ArrowDown', 'ArrowDown', { repeat: true })).toBe('next')
  expect(press('x', 'KeyX', { repeat: true })).toBeNull()
  expect(press('?', 'Slash', { shiftKey: true, repeat: true })).toBeNull()
})
