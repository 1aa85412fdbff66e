import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { announceSignedOut } from '../../api/session/signed-out.ts'
import { leaveWhenSignedOut } from '../session/leave-when-signed-out.ts'
import { judgeVisit } from './guard.ts'
import { loginPathFrom, safeReturnPath } from './return-path.ts'
import { groupOf } from './route-table.ts'

const guest = { user: null }
const person = { user: {} }

describe('judgeVisit', () => {
  it.each([
    ['authenticated', null, 'stay'],
    ['logged-out', null, 'stay'],
    ['authenticated', guest, 'login'],
    ['logged-out', guest, 'stay'],
    ['public', guest, 'stay'],
    ['authenticated', person, 'stay'],
    ['logged-out', person, 'home'],
    ['public', person, 'stay'],
  ] as const)('%s, %j: %s', (group, visitor, verdict) => expect(judgeVisit(group, visitor)).toBe(verdict))
})

describe('groupOf', () => {
  it.each([
    ['/tasks', 'authenticated'],
    ['/task/12', 'authenticated'],
    ['/task/12/', 'authenticated'],
    ['/localizations-9f3c7a', 'authenticated'],
    ['/localizations-9f3c7a/5', 'authenticated'],
    ['/user/5/money', 'authenticated'],
    ['/login', 'logged-out'],
    ['/reset/abc', 'logged-out'],
    ['/terms', 'public'],
    ['/nowhere', 'public'],
    ['/task/1/2', 'public'],
  ])('%s: %s', (path, group) => expect(groupOf(path)).toBe(group))
})

describe('safeReturnPath', () => {
  it.each([
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https:evil.example',
    'https://evil.example/tasks',
    'javascript:alert(1)',
    '\t//evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    'tasks',
    '',
    '/login?redirect=/login',
    '/terms',
    '/nowhere',
    '/api/tasks/file?format=csv',
    '/storage/media/abc.jpg',
    '/tasks/../api/user',
    '/tasks/%2e%2e/storage/media/abc.jpg',
    '/healthz',
    null,
  ])('%j: home', (asked) => expect(safeReturnPath(asked, 'https://artel.example')).toBe('/tasks'))

  it.each(['/task/5', '/tasks?status=%5B%22open%22%5D#top', '/localizations-9f3c7a'])('%s stays', (asked) => {
    expect(safeReturnPath(asked, 'https://artel.example')).toBe(asked)
  })

  it('is a parameter of the login page unless it is the home page', () => {
    expect(loginPathFrom('/tasks')).toBe('/login')
    const search = loginPathFrom('/task/5?a=1&b=2').split('?')[1]
    expect(new URLSearchParams(search).get('redirect')).toBe('/task/5?a=1&b=2')
  })
})

describe('leaveWhenSignedOut', () => {
  const place = { pathname: '/task/5', search: '?a=1' }
  const leave = vi.fn()
  leaveWhenSignedOut(place, leave)

  beforeEach(() => {
    vi.useFakeTimers()
    leave.mockReset()
  })
  afterEach(() => vi.useRealTimers())

  it('waits a second, then goes to login once', () => {
    place.pathname = '/task/5'
    announceSignedOut()
    announceSignedOut()
    vi.advanceTimersByTime(999)
    expect(leave).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(leave).toHaveBeenCalledExactlyOnceWith('/login?redirect=%2Ftask%2F5%3Fa%3D1')
  })

  it.each(['/login', '/reset/abc', '/terms', '/nowhere'])('stays on %s', (pathname) => {
    place.pathname = pathname
    announceSignedOut()
    vi.advanceTimersByTime(2000)
    expect(leave).not.toHaveBeenCalled()
  })
})
