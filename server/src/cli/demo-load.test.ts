import { beforeAll, expect, test } from 'vitest'
import { demoPeople } from '../demo/people.ts'
import { command, type Installation, openInstallation } from './testing.ts'

let installation: Installation
const count = async (table: 'users' | 'tasks') =>
  (await installation.root.selectFrom(table).select('id').execute()).length

beforeAll(async () => {
  installation = await openInstallation()
})

test('loads the demo company with its staff and tasks multiplied by --scale', async () => {
  const { code, text } = await command(installation.env, 'demo', 'load', '--scale', '3')
  expect(code).toBe(0)
  expect(text).toContain('owner: owner@artel.demo')
  const staff = demoPeople.filter(({ type }) => type === 'staff').length
  expect(await count('users')).toBe(demoPeople.length + 2 * staff)
  expect((await count('tasks')) / staff).toBeGreaterThan(3 * 150)
  expect(await command(installation.env, 'verify')).toMatchObject({ code: 0 })
}, 300_000)

test('does not load the demo company a second time', async () => {
  const before = await count('tasks')
  const ended = await command(installation.env, 'demo', 'load')
  expect(ended).toEqual({ code: 1, text: 'The database is not empty: it has the company Северный дом\n' })
  expect(await count('tasks')).toBe(before)
})
