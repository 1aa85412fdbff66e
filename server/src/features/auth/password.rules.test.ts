import { describe, expect, test } from 'vitest'
import { cpuMsOf, leastOf } from '../../testing/thread-cpu.ts'
import { findFault } from './password.rules.ts'

describe('a new password', () => {
  test.each([
    'password1234',
    'Password123!',
    'P@ssw0rd2026',
    'artel-artel',
    'qwerty123456',
    'йцукен12345',
    '1234567890',
    'aaaaaaaaaa',
    '1qaz2wsx3edc',
    'abcdefghij',
    'iloveyou2026',
    'Пароль2026!',
    'gfhjkm123456',
    'letmein123',
    '+7 916 123-45-67',
    'zxcvbnm,.12',
    'Welcome2026!',
    'admin-admin',
    'mnbvcxz0987',
    'Ъхзщш54321',
  ])('«%s» is common', (password) => {
    expect(findFault(password, 'dasha@artel.test')).toBe('password_common')
  })

  test.each([
    ['dasha@artel.test', 'password_is_login'],
    ['Dasha@Artel.test', 'password_is_login'],
    ['dasha.artel.test2026', 'password_is_login'],
    ['klimova.dasha', null],
    ['right horse battery', null],
    ['грузовик вишня пять', null],
    ['💚🍒📦🚚💚', null],
    ['  spaced ends  ', null],
    ['x7$kQ!v2pL', null],
    ['Tr0ub4dor&3x', null],
    ['ab'.repeat(5), 'password_common'],
    [`${'длинная фраза о вишнях '.repeat(9)}!`, null],
  ])('«%s»: %s', (password, fault) => {
    expect(findFault(password, 'dasha@artel.test')).toBe(fault)
  })

  test('is rejected if it equals the part of the email before the @', () => {
    expect(findFault('klimova.dasha', 'klimova.dasha@artel.test')).toBe('password_is_login')
  })

  test('is checked quickly even if it is long', async () => {
    const long = ['a'.repeat(500) + 'password'.repeat(60), 'qwerty'.repeat(160)]
    const judge = () => long.map((password) => findFault(password, 'dasha@artel.test'))
    expect(await leastOf(200, () => cpuMsOf(judge))).toBeLessThan(200)
  })
})
