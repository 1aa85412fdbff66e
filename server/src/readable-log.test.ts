import { stripVTControlCharacters } from 'node:util'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { readable } from './readable-log.ts'

function linesOf(write: (log: pino.Logger) => void): string[] {
  const lines: string[] = []
  write(pino({ level: 'trace' }, { write: (line) => void lines.push(readable(line)) }))
  return lines.map((line) => stripVTControlCharacters(line).replace(/^\d\d:\d\d:\d\d\.\d{3} /, ''))
}

test('a line has the level, the message and its values', () => {
  expect(
    linesOf((log) => {
      log.info({ method: 'GET', route: '/api/tasks/:id', ms: 6, said: 'two words' }, 'answered')
      log.warn('a proxy is not trusted')
    }),
  ).toEqual([
    'INFO  answered method=GET route=/api/tasks/:id ms=6 said="two words"\n',
    'WARN  a proxy is not trusted\n',
  ])
})

test('the stack of an error follows', () => {
  const [line] = linesOf((log) => log.error({ err: new Error('broken'), job: 'mail' }, 'a job failed'))
  expect(line).toMatch(/^ERROR a job failed job=mail\nError: broken\n {4}at /)
})

test('no text of a stranger controls the terminal', () => {
  const [line] = linesOf((log) => log.info({ route: '\u001b]0;owned\u0007\u009b2J\u202e' }, 'a\u001b[2Jb\rc'))
  expect([...(line ?? '')].filter((sign) => /\p{C}/u.test(sign))).toEqual(['\n'])
  expect(line).toContain('ab\\u{d}c')
})
