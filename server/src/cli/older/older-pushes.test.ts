import { isOwnPath } from '@artel/contract/pushes/pushes.line'
import { expect, test } from 'vitest'
import { openOlder } from '../testing.ts'

const left = [
  '/..//evil.example',
  '/%2f%2fevil.example',
  '/tasks/%5Cevil.example',
  '/tasks/../..',
  '/a/%2E%2e/b',
  '/a//b',
  '/.',
]
const kept = ['/', '/tasks/7', '/tasks?next=//x', '/shop#/../x', '/a.b/..c', '/задачи']

test('links of older pushes that could leave the app are removed, and none is added', async () => {
  expect([left.filter(isOwnPath), kept.filter((url) => !isOwnPath(url))]).toEqual([[], []])
  const { client, update } = await openOlder('0066')
  await client.query(
    `insert into companies (id, name, timezone, created_at) overriding system value values (1, 'Старая', 3, now())`,
  )
  await client.query(
    `insert into users (company_id, id, first_name, last_name, type, created_at) overriding system value
      values (1, 1, 'Дарья', 'Климова', 'admin', now())`,
  )
  const push = (url: string) =>
    client.query(
      `insert into pushes (company_id, title, body, url, audience, send_at, created_by, created_at)
        values (1, 'Новости', 'Текст', $1, '{}', now(), 1, now())`,
      [url],
    )
  for (const url of [...left, ...kept]) await push(url)
  await update()
  const { rows } = await client.query<{ url: string | null }>('select url from pushes order by id')
  expect(rows.map(({ url }) => url)).toEqual([...left.map(() => null), ...kept])
  for (const url of left) await expect(push(url)).rejects.toMatchObject({ constraint: 'pushes_url_check' })
  const tables = await client.query<{ table: string }>(
    `select conrelid::regclass::text as table from pg_constraint
      where contype = 'c' and pg_get_constraintdef(oid) like '%is_own_path%' order by 1`,
  )
  expect(tables.rows.map(({ table }) => table)).toEqual(['notifications', 'push_deliveries', 'pushes'])
})
