import { notificationsStore } from '@mantine/notifications'
import { afterEach, describe, expect, it } from 'vitest'
import { type NoticePosition, notify } from './notify.ts'

const shown = () => notificationsStore.getState().notifications

afterEach(() =>
  notificationsStore.setState({ notifications: [], queue: [], defaultPosition: 'bottom-center', limit: 3 }),
)

describe('notify', () => {
  it('stays at the bottom for five seconds by default', () => {
    notify({ text: 'Задача 2145 принята', tone: 'ok' })
    expect(shown()).toMatchObject([{ position: 'bottom-center', autoClose: 5000 }])
  })

  it.each(['top-left', 'top-center', 'bottom-right'] as const)('takes the position %s', (position) => {
    notify({ text: 'text', tone: 'warn', position, timeout: 0 })
    expect(shown()).toMatchObject([{ position, autoClose: 0 }])
  })

  it.each(['', 'middle', 'toString', 'BOTTOM'])('refuses the position «%s»', (position) => {
    // An invalid value, as data could contain; the type does not allow it.
    expect(() => notify({ text: 'text', tone: 'ok', position: position as NoticePosition })).toThrow(
      RangeError,
    )
    expect(shown()).toEqual([])
  })

  it.each([-1, Number.NaN, Number.NEGATIVE_INFINITY])('refuses the timeout %s', (timeout) => {
    expect(() => notify({ text: 'text', tone: 'ok', timeout })).toThrow(RangeError)
    expect(shown()).toEqual([])
  })

  it('never closes by itself with an infinite timeout', () => {
    notify({ text: 'text', tone: 'bad', timeout: Number.POSITIVE_INFINITY })
    expect(shown()).toMatchObject([{ autoClose: false }])
  })
})
