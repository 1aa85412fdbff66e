import { expect, inject, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { command, envOf } from './testing.ts'

const env = envOf(inject('connection'))

test('help names every command', async () => {
  const { code, text } = await command({}, '--help')
  expect(code).toBe(0)
  for (const name of [
    'company create',
    'company list',
    'migrate',
    'backup',
    'restore',
    'verify',
    'demo load',
  ]) {
    expect(text).toContain(`  ${name}`)
  }
})

test('prints the version of the package', async () => {
  expect(await command({}, '--version')).toEqual({ code: 0, text: `${manifest.version}\n` })
})

test.each([
  [[], 'artel COMMAND'],
  [['compny'], 'There is no command compny'],
  [['company'], 'There is no command company'],
  [['company', 'activate'], 'ID is missing'],
  [['company', 'activate', 'one'], 'one is no company’s id'],
  [['backup', 'a', 'b'], 'b is a word too many'],
  [['restore', 'a', '--raplace'], "Unknown option '--raplace'"],
  [['company', 'create', '--name', 'Ромашка'], '--email is missing or wrong'],
  [['demo', 'load', '--scale', '0.5'], '--scale is a whole number'],
])('exits with 2 for the wrong arguments %j', async (args, reason) => {
  const { code, text } = await command({}, ...args)
  expect([code, text]).toEqual([2, expect.stringContaining(reason)])
  expect(text).not.toContain('    at ')
})

test.each([
  [{ PORT: 'x' }, 2, 'The setting PORT is wrong'],
  [{ ...env, DATABASE_URL: 'postgres://localhost:1/artel' }, 1, 'ECONNREFUSED'],
  [{ ...env, DATABASE_URL: `${env.DATABASE_URL}`.replace('/artel', '/nowhere') }, 1, 'The database refused'],
])('reports in one line an error that the operator can fix: %#', async (wrong, code, reason) => {
  const ended = await command(wrong, 'verify')
  expect(ended).toEqual({ code, text: expect.stringContaining(reason) })
  expect(ended.text.trim().split('\n')).toHaveLength(1)
})

test('a database of the newest schema has nothing to migrate', async () => {
  expect(await command(env, 'migrate')).toEqual({ code: 0, text: 'The database is of the newest schema\n' })
})

test('a demo is not loaded into a database that has companies', async () => {
  await command({ ...env, ARTEL_PASSWORD: 'right horse battery' }, ...create('first'))
  expect(await command(env, 'demo', 'load')).toEqual({
    code: 1,
    text: expect.stringContaining('is not empty'),
  })
})

const create = (name: string) => [
  'company',
  'create',
  '--name',
  name,
  '--email',
  `${name}-${Date.now()}@artel.test`,
]
