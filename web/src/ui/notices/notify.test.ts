import { hideNotification, notificationsStore } from '@mantine/notifications'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type NoticeOptions, type NoticePosition, notify } from './notify.ts'
import { readAnnounced } from './phone-notices.ts'

const shown = () => notificationsStore.getState().notifications

const useWindow = ({ isPhone }: { isPhone: boolean }) => {
  vi.stubGlobal('matchMedia', () => ({ matches: isPhone }))
  const limit = isPhone ? 1 : 3
  notificationsStore.setState({ notifications: [], queue: [], defaultPosition: 'bottom-center', limit })
}

beforeEach(() => useWindow({ isPhone: false }))

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

describe('notify on a phone', () => {
  const say = (text: string, options: Partial<NoticeOptions> = {}) => notify({ text, tone: 'ok', ...options })
  const undo = { action: { label: 'Вернуть', onClick: () => undefined }, timeout: 10_000 }
  const open = { action: { label: 'Открыть', onClick: () => undefined } }
  const texts = (list: readonly { message: unknown }[]) =>
    // Only `notify` adds notices, so each is an element with these props.
    list.map(({ message }) => (message as { props: { text: string } }).props.text)
  const seen = () => texts(shown())
  const waiting = () => texts(notificationsStore.getState().queue)
  const close = () => hideNotification(shown()[0]?.id ?? '')

  beforeEach(() => {
    vi.useFakeTimers()
    useWindow({ isPhone: true })
    return () => vi.useRealTimers()
  })

  it('replaces an older notice', () => {
    say('one')
    say('two', { tone: 'bad' })
    say('three')
    expect([seen(), waiting()]).toEqual([['three'], []])
  })

  it('keeps three on a desktop', () => {
    useWindow({ isPhone: false })
    for (const text of ['one', 'two', 'three']) say(text)
    expect(seen()).toEqual(['one', 'two', 'three'])
  })

  it('lets a notice with an action stay until its time is over', () => {
    say('done', undo)
    say('one')
    vi.advanceTimersByTime(9_999)
    expect([seen(), waiting()]).toEqual([['done'], ['one']])
    vi.advanceTimersByTime(1)
    expect([seen(), waiting()]).toEqual([['one'], []])
  })

  it('lets the next notice follow an action that was pressed', () => {
    say('done', undo)
    say('one')
    close()
    expect([seen(), waiting()]).toEqual([['one'], []])
  })

  it('keeps only the newest of those that wait, and announces the others', () => {
    say('done', undo)
    say('one')
    say('two')
    expect([seen(), waiting(), readAnnounced()]).toEqual([['done'], ['two'], 'one'])
  })

  it('shows a failure at once, and the action again after it', () => {
    say('done', undo)
    say('failed', { tone: 'bad' })
    expect([seen(), waiting()]).toEqual([['failed'], ['done']])
    close()
    expect([seen(), waiting()]).toEqual([['done'], []])
  })

  it('does not show an action again whose time is over', () => {
    say('done', undo)
    say('failed', { tone: 'bad' })
    vi.advanceTimersByTime(10_000)
    close()
    expect([seen(), waiting()]).toEqual([[], []])
  })

  it('shares the time of two actions that end by themselves', () => {
    say('first', undo)
    vi.advanceTimersByTime(2_000)
    say('second', undo)
    vi.advanceTimersByTime(4_999)
    expect([seen(), waiting()]).toEqual([['first'], ['second']])
    vi.advanceTimersByTime(1)
    expect(seen()).toEqual(['second'])
    vi.advanceTimersByTime(5_000)
    expect(seen()).toEqual([])
  })

  it('gives an action without a period its whole time after another one', () => {
    say('done', undo)
    say('made', open)
    vi.advanceTimersByTime(10_000)
    expect(shown()).toMatchObject([{ autoClose: 5000 }])
    expect(seen()).toEqual(['made'])
  })

  it('lets an endless notice give way and come back', () => {
    say('again', { ...open, timeout: Number.POSITIVE_INFINITY })
    say('one')
    expect([seen(), waiting()]).toEqual([['one'], ['again']])
    close()
    expect([seen(), waiting()]).toEqual([['again'], []])
  })
})
