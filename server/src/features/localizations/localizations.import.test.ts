import type { ImportDetail } from '@artel/contract/imports/imports'
import type { Localization } from '@artel/contract/texts/localizations'
import { beforeEach, expect, test } from 'vitest'
import { useTestApp } from '../../testing/app.ts'
import type { Answer } from '../../testing/client.ts'
import { followImport } from '../../testing/rows/imports.ts'
import { buildTeam, type Team } from '../../testing/rows/team.ts'
import { multipart } from '../../testing/values/form.ts'

const test_ = useTestApp()
let as: Team['as']

beforeEach(async () => {
  ;({ as } = await buildTeam(test_))
})

type Report = { created: number; updated: number; skipped: number; import: ImportDetail }
type Mistake = { row: number; field: string; message: string }

const send = async (
  content: string | Buffer,
  fields: Record<string, string> = {},
  name = 'texts.csv',
  client = as.admin,
) =>
  followImport(
    client,
    await client.send(
      'POST',
      '/localizations/import',
      undefined,
      multipart([...Object.entries(fields), ['file', { name, content: Buffer.from(content as string) }]]),
    ),
  )
const reportOf = ({ body }: Answer) => body as unknown as Report
const counts = (answer: Answer) => {
  const { created, updated, skipped, import: run } = reportOf(answer)
  return [created, updated, skipped, run.refused]
}
const mistakes = ({ body }: Answer) =>
  (body.errors as unknown as Mistake[]).map(({ row, field }) => [row, field])
const find = async (key: string) =>
  ((await as.admin.get(`/localizations?limit=200&search=${key}`)).body.localizations as Localization[]).find(
    (text) => text.key === key,
  )

const file = `Ключ;По-русски;По-английски
tasks.title;Дела;
shelf.title;Полка;Shelf
tasks.searchFound;Мало;
tasks.title;Ещё раз;
errors.unavailable;Позже;
что-то;Да;
tasks.searchState;;
`

test('imports valid rows as drafts and reports invalid ones', async () => {
  const answer = await send(file, { overwrite: '1' })
  expect([answer.statusCode, ...counts(answer)]).toEqual([200, 1, 1, 1, 4])
  expect(mistakes(answer)).toEqual([
    [4, 'ru'],
    [5, 'key'],
    [6, 'key'],
    [7, 'key'],
  ])
  expect(await find('tasks.title')).toMatchObject({ ru: 'Дела', en: 'Tasks', is_draft: true })
  expect(await find('shelf.title')).toMatchObject({ ru: 'Полка', en: 'Shelf', is_custom: true })
})

test('an admin imports a file that repeats texts of owners as they are', async () => {
  const owned = (await find('fields.times_both')) ?? expect.fail()
  await as.owner.send('PUT', `/localizations/${owned.id}`, { ru: 'Позже', version: owned.version })
  const { default: given } = (await find('fields.times_same')) ?? expect.fail()
  const file = (own: string, other: string) =>
    `Ключ;По-русски;По-английски\nfields.times_both;${own};\nfields.times_same;${other};${given?.en}\ntasks.title;Снова;\n`
  const repeated = await send(file('Позже', given?.ru ?? ''), { overwrite: '1' })
  expect(counts(repeated)).toEqual([0, 1, 2, 0])
  const changed = await send(file('Потом', 'Нет'), { overwrite: '1' })
  expect([counts(changed), mistakes(changed)]).toEqual([
    [0, 0, 1, 2],
    [
      [2, 'key'],
      [3, 'key'],
    ],
  ])
  // Without overwriting, only a missing text would change.
  expect(counts(await send(file('Потом', 'Нет')))).toEqual([0, 0, 2, 1])
})

test('rejects texts of the audit log, and accepts texts about rights only from owners', async () => {
  const rows = 'Ключ;По-русски;По-английски\nusers.type_owner;Сотрудник;\nauditWords.field_name;Цвет;\n'
  const byAdmin = await send(rows)
  expect(counts(byAdmin)).toEqual([0, 0, 0, 2])
  expect(mistakes(byAdmin)).toEqual([
    [2, 'key'],
    [3, 'key'],
  ])
  const byOwner = await send(rows, {}, 'texts.csv', as.owner)
  expect(counts(byOwner)).toEqual([1, 0, 0, 1])
  const { id } = reportOf(byOwner).import
  const undone = await as.admin.post(`/imports/${id}/undo`)
  expect([undone.statusCode, (await find('users.type_owner'))?.ru]).toEqual([200, 'Сотрудник'])
})

test('a dry run changes nothing', async () => {
  expect(counts(await send(file, { overwrite: '1', dry_run: '1' }))).toEqual([1, 1, 1, 4])
  expect(await find('tasks.title')).toMatchObject({ ru: 'Задачи', is_draft: false, version: 1 })
  expect(await find('shelf.title')).toBeUndefined()
})

test('without `overwrite` it fills only languages without an own text', async () => {
  await as.admin.post('/localizations', { key: 'tasks.title', ru: 'Работа' })
  expect(counts(await send('Ключ;По-русски;По-английски\ntasks.title;Дела;Work\n'))).toEqual([0, 1, 0, 0])
  expect(await find('tasks.title')).toMatchObject({ ru: 'Работа', en: 'Work' })
})

test.each(['csv', 'xlsx'])('a list exported as %s imports without changes or errors', async (format) => {
  await as.admin.post('/localizations', { key: 'tasks.title', ru: ' Дела: «=1+1» ' })
  await as.admin.post('/localizations', { key: 'shelf.title', ru: '=СУММ(1)', en: '+1 "quoted"\nnext; line' })
  const { raw } = await as.admin.get(`/localizations?format=${format}`)
  const answer = await send(raw.rawPayload, { overwrite: '1' }, `texts.${format}`)
  expect(counts(answer).slice(0, 2)).toEqual([0, 0])
  expect(counts(answer)[3]).toBe(0)
})

test('undo reverts the import, except for texts changed since', async () => {
  const { import: run } = reportOf(await send(file, { overwrite: '1' }))
  const title = await find('tasks.title')
  await as.admin.send('PUT', `/localizations/${title?.id}`, { en: 'Work' })
  const undone = await as.admin.post(`/imports/${run.id}/undo`)
  expect((undone.body.import as ImportDetail).kept).toBe(1)
  expect(await find('tasks.title')).toMatchObject({ ru: 'Дела', en: 'Work' })
  expect(await find('shelf.title')).toBeUndefined()
})
