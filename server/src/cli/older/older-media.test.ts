import { expect, test } from 'vitest'
import { openOlder } from '../testing.ts'

test('files of kinds from which more is removed now, and files that were given up, are looked at again, no others', async () => {
  const { client, update } = await openOlder('0064')
  await client.query(
    `insert into companies (id, name, timezone, created_at) overriding system value values (1, 'Старая', 3, now())`,
  )
  await client.query(
    `insert into users (company_id, id, first_name, last_name, type, created_at) overriding system value
      values (1, 1, 'Дарья', 'Климова', 'staff', now())`,
  )
  const file = `insert into multimedia
    (company_id, type, path, name, file, size, sha256, variants, created_by, created_at, is_stripped)
    values (1, $1, 'tasks', $2, md5($2) || '.' || $3, 1, sha256('a'), '{}', 1, now(), $4)`
  for (const [type, ending, isStripped] of [
    ['photo', 'jpg', true],
    ['photo', 'png', true],
    ['photo', 'avif', true],
    ['video', 'mp4', true],
    ['video', 'webm', true],
    ['video', 'mov', false],
    ['photo', 'gif', null],
  ])
    await client.query(file, [type, `a ${ending}`, ending, isStripped])
  await update()
  const { rows } = await client.query<{ name: string; is_stripped: boolean | null }>(
    'select name, is_stripped from multimedia order by id',
  )
  expect(rows.map(({ name, is_stripped }) => [name, is_stripped])).toEqual([
    ['a jpg', true],
    ['a png', null],
    ['a avif', null],
    ['a mp4', null],
    ['a webm', null],
    ['a mov', null],
    ['a gif', null],
  ])
  await expect(
    client.query(`update multimedia set is_stripped = null where name = 'a jpg'`),
  ).rejects.toThrow()
})

test('media of a version without shares count toward their users’ shares, in disk blocks', async () => {
  const { client, update } = await openOlder('0043')
  for (const id of [1, 2])
    await client.query(
      `insert into companies (id, name, timezone, created_at) overriding system value values ($1, 'Старая', 3, now())`,
      [id],
    )
  const user = `insert into users (company_id, id, first_name, last_name, type, created_at) overriding system value
    values ($1, $2, 'Дарья', 'Климова', 'staff', now())`
  for (const [company, id] of [
    [1, 1],
    [1, 2],
    [2, 3],
  ])
    await client.query(user, [company, id])
  const photo = `insert into multimedia (company_id, type, path, name, file, size, sha256, variants, created_by, created_at)
    values ($1, 'photo', 'tasks', 'a.jpg', md5($3) || '.jpg', $2, sha256('a'), $4, $5, now())`
  const variants = { small: { size: 1, sha256: '' }, large: { size: 4096, sha256: '' } }
  await client.query(photo, [1, 5000, 'first', variants, 1])
  await client.query(photo, [1, 4096, 'second', {}, 2])
  // A company with only links had no sum.
  await client.query(
    `insert into multimedia (company_id, type, path, name, url, created_by, created_at)
    values (2, 'link', 'tasks', 'a', 'https://artel.test/', 3, now())`,
  )
  await update()
  const sumsOf = async (table: string, key: string) =>
    (await client.query(`select ${key}::int as id, bytes::int as bytes from ${table} order by ${key}`)).rows
  expect(await sumsOf('media_usage', 'company_id')).toEqual([
    { id: 1, bytes: 5 * 4096 },
    { id: 2, bytes: 4096 },
  ])
  expect(await sumsOf('person_media_usage', 'user_id')).toEqual([
    { id: 1, bytes: 4 * 4096 },
    { id: 2, bytes: 4096 },
    { id: 3, bytes: 4096 },
  ])
})
