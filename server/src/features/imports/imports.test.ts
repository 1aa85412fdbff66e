import type { UserType } from '@artel/contract/access'
import type { ImportDetail, ImportRow } from '@artel/contract/imports/imports'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { moveClock } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { useTestApp } from '../../testing/app.ts'
import { type Answer, codeOf, fieldsOf, TestClient } from '../../testing/client.ts'
import { fingerprint } from '../../testing/fingerprint.ts'
import { buildCompany, buildProduct, buildTask, buildUser, type TestUser } from '../../testing/rows/build.ts'
import { followImport } from '../../testing/rows/imports.ts'
import { buildTeam } from '../../testing/rows/team.ts'
import { type FormPart, multipart } from '../../testing/values/form.ts'
import { endAbandoned } from './imports.jobs.ts'

type Error = { row: number; column: string | null; field: string | null; value: string; message: string }
type Report = {
  total: number
  created: number
  updated: number
  skipped: number
  errors: Error[]
  import: ImportDetail
}

const test_ = useTestApp()
let db: Db
let people: Record<UserType, TestUser>
let as: Record<UserType, TestClient>

beforeEach(async () => {
  ;({ db, people, as } = await buildTeam(test_))
})
afterEach(() => moveClock(0))

type Fields = Record<string, string>

const send = async (content: string | Buffer, fields: Fields = {}, client = as.admin): Promise<Answer> => {
  const parts: FormPart[] = [
    ...Object.entries(fields),
    ['file', { name: 'Наборы_ноябрь.csv', content: Buffer.from(content as string) }],
  ]
  const sent = await client.send('POST', '/products/import', undefined, multipart(parts))
  return followImport(client, sent)
}
const reportOf = ({ body }: Answer) => body as unknown as Report
const counts = ({ body }: Answer) => [body.total, body.created, body.updated, body.skipped]
const errors = (answer: Answer) =>
  reportOf(answer).errors.map(({ row, field, message }) => [row, field, message])
const products = async (select = ['article', 'name', 'money']) =>
  (
    await db
      .from('products')
      .select(select as 'article'[])
      .orderBy('id')
      .execute()
  ).map((row) => Object.values(row))

const header = 'Артикул;Название;Штрихкоды;Оплата;Монеты;Норма, с;Активен'
const good = `${header}
UY-204-BG;Набор «Уют», махровый;4607086560143;16,50;1;150;да
SV-032-1;Свеча соевая «Ель»;"00012, 00013";12;;90;нет
`

describe('an import', () => {
  test('creates new products, then reports and logs that', async () => {
    const answer = await send(good)
    expect([answer.statusCode, counts(answer)]).toEqual([200, [2, 2, 0, 0]])
    expect(reportOf(answer)).toMatchObject({
      status: true,
      errors: [],
      import: { state: 'done', progress: 100, file_name: 'Наборы_ноябрь.csv', can: { undo: true } },
    })
    expect(await products(['article', 'barcodes', 'money', 'coins', 'norm_seconds', 'is_active'])).toEqual([
      ['UY-204-BG', ['4607086560143'], 1650, 1, 150, true],
      ['SV-032-1', ['00012', '00013'], 1200, 0, 90, false],
    ])
    expect((await as.staff.post('/products')).body.pagination).toMatchObject({ total: 2 })
    const log = await as.owner.post('/listing/audit', { entity: 'product' })
    expect(log.body.audit).toMatchObject([{ action: 'import', title: 'Наборы_ноябрь.csv' }])
  })

  test('skips existing products, or with overwrite updates those that differ, only once', async () => {
    await send(good)
    const next = good.replace('16,50', '18').replace('SV-032-1', 'SV-033')
    expect(counts(await send(next.replace('"00012, 00013"', ''), { overwrite: '0' }))).toEqual([2, 1, 0, 1])
    expect(await products()).toContainEqual(['UY-204-BG', 'Набор «Уют», махровый', 1650])
    const changed = await send(next.replace('"00012, 00013"', ''), { overwrite: '1' })
    expect(counts(changed)).toEqual([2, 0, 1, 1])
    expect(await products()).toContainEqual(['UY-204-BG', 'Набор «Уют», махровый', 1800])
    expect(counts(await send(next.replace('"00012, 00013"', ''), { overwrite: '1' }))).toEqual([2, 0, 0, 2])
  })

  test('finds columns in either language, any order and case; empty cells change nothing', async () => {
    await send(good)
    const answer = await send('NAME\tComment\tarticle\tmoney\nДругое имя\tx\tUY-204-BG\t\n', {
      overwrite: '1',
    })
    expect(counts(answer)).toEqual([1, 0, 1, 0])
    expect(await products()).toContainEqual(['UY-204-BG', 'Другое имя', 1650])
    expect(reportOf(answer).import.layout?.columns).toEqual([
      { title: 'NAME', field: 'name' },
      { title: 'Comment', field: null },
      { title: 'article', field: 'article' },
      { title: 'money', field: 'money' },
    ])
  })

  test('uses the mapping of columns and the fixes of cells that the person sends', async () => {
    const file = 'Код;Имя;Оплата\nA-1;Первый;12\nA-2;;две\n'
    const mapping = JSON.stringify({ Код: 'article', B: 'name', Оплата: null })
    const first = await send(file, { mapping })
    expect(counts(first)).toEqual([2, 1, 0, 0])
    expect(errors(first)).toEqual([[3, 'name', 'Заполните поле']])
    const fixes = JSON.stringify({ 3: { name: 'Второй', brand: 'Уют' } })
    expect(counts(await send(file, { mapping, fixes }))).toEqual([2, 1, 0, 1])
    expect(await products(['article', 'name', 'money', 'brand'])).toEqual([
      ['A-1', 'Первый', 0, null],
      ['A-2', 'Второй', 0, 'Уют'],
    ])
    const bracketed = { 'mapping[Код]': 'article', 'mapping[Имя]': 'name', 'fixes[3][name]': 'Третий' }
    expect(counts(await send(file, { ...bracketed, overwrite: '1' }))).toEqual([2, 0, 1, 0])
  })

  test('as a dry run changes nothing, and gives the report of the real run', async () => {
    await send(good)
    const file = `${good.replace('16,50', '18').replace('00013', '4607086560144')}X-1;Новый;;;;;\n`
    const before = await fingerprintOfProducts()
    const tried = reportOf(await send(file, { overwrite: '1', dry_run: '1' }))
    expect(await fingerprintOfProducts()).toBe(before)
    expect((await as.admin.post('/listing/imports')).body.imports).toHaveLength(1)
    const log = await as.owner.post('/listing/audit', { entity: 'product' })
    expect(log.body.audit).toHaveLength(1)
    const done = reportOf(await send(file, { overwrite: '1' }))
    const figures = ({ total, created, updated, skipped }: Report) => [total, created, updated, skipped]
    expect([figures(tried), tried.errors]).toEqual([figures(done), done.errors])
    expect(figures(done)).toEqual([3, 1, 1, 0])
  })

  test('imports all valid rows, and reports the place and the reason of each error', async () => {
    await buildProduct(db, { article: 'KR-1', barcodes: ['777'] })
    const answer = await send(`${header}
UY-1;Первый;;16,50;1;150;
UY-2;Второй;4,60709E+12;;;;
UY-3;Третий;4607086560144;;;;
UY-4;Четвёртый;;12.345;;;
UY-5;Пятый;;1,234.50;;;
UY-6;Шестой;;-5;;;
UY-7;Седьмой;;100000000000000000000;;;
UY-8;Восьмой;;1 234,50;;две;
UY-1;Девятый;;;;;
uy-1;Десятый;;;;;
;Без артикула;;;;;
UY-9;;;;;;
АB-1;Разные алфавиты;;;;;
kr-1;Как чужой;;;;;
UY-10;Чужой штрихкод;777;;;;
UY-11;Пробел;460 708;;;;
UY-12;Дважды;5,5;;;;
UY-13;Активен ли;;;;;может быть
UY-14;Чуть меньше;8;1 234,50;;;
UY-15;Тот же штрихкод;8;;;;
`)
    expect(counts(answer)).toEqual([20, 2, 0, 0])
    expect(errors(answer)).toEqual([
      [3, 'barcodes', 'Excel округлил штрихкод. Сделайте ячейку текстовой и впишите все цифры'],
      [4, 'barcodes', 'Не сходится контрольная цифра: в конце должно быть 3'],
      [5, 'money', 'Здесь нужна сумма в рублях, например 1234,50, а не «12.345»'],
      [6, 'money', 'Здесь нужна сумма в рублях, например 1234,50, а не «1,234.50»'],
      [7, 'money', 'Не меньше 0'],
      [8, 'money', expect.stringContaining('Здесь нужна сумма')],
      [9, 'norm_seconds', 'Здесь нужно целое число, а не «две»'],
      [10, 'article', 'Артикул уже есть в строке 2 этого файла'],
      [11, 'article', 'Артикул уже есть в строке 2 этого файла'],
      [12, 'article', 'Заполните поле'],
      [13, 'name', 'Заполните поле'],
      [14, 'article', 'Буква «А» в «АB» русская, а другие латинские. Наберите в одном алфавите'],
      [
        15,
        'article',
        'Выглядит как набор KR-1: различаются только размером букв, алфавитом или невидимыми знаками',
      ],
      [16, 'barcodes', 'Этот штрихкод уже у набора KR-1'],
      [17, 'barcodes', 'Штрихкод — до 64 латинских букв, цифр и знаков, без пробелов и запятых'],
      [18, 'barcodes', 'Этот штрихкод указан здесь дважды'],
      [19, 'is_active', 'Здесь нужно да или нет (1 или 0), а не «может быть»'],
      [21, 'barcodes', 'Штрихкод уже есть в строке 20 этого файла'],
    ])
    expect(reportOf(answer).errors[1]).toMatchObject({ column: 'Штрихкоды', value: '4607086560144' })
    expect(await products()).toContainEqual(['UY-14', 'Чуть меньше', 123450])
  })

  test('of an export changes nothing, in both formats and languages', async () => {
    await send(good)
    await buildProduct(db, {
      article: '=1+1',
      name: '-7',
      barcodes: ['0001', '+2'],
      description: '@x\nвторая',
    })
    for (const format of ['xlsx', 'csv']) {
      for (const language of ['ru', 'en'] as const) {
        await db.update('users', { language }).where('id', '=', people.admin.id).execute()
        const { raw } = await as.admin.post('/products/export', { format })
        const answer = await send(raw.rawPayload, { overwrite: '1' })
        expect([format, language, errors(answer), counts(answer)]).toEqual([
          format,
          language,
          [],
          [3, 0, 0, 3],
        ])
      }
    }
  })

  test('of a header alone has no rows', async () => {
    const { raw } = await as.admin.get('/products/import/template?format=xlsx')
    expect(counts(await send(raw.rawPayload))).toEqual([0, 0, 0, 0])
  })
})

describe('rows of an import', () => {
  const file = `${header}\n${Array.from({ length: 30 }, (_, i) => `A-${i};Имя ${i};;${i === 17 ? 'x' : '1'};;;`).join('\n')}\n`
  const rowsOf = async (answer: Answer, filters: object, query = '?limit=200&direction=asc') => {
    const { body } = await as.admin.post(
      `/listing/import_rows/${reportOf(answer).import.id}${query}`,
      filters,
    )
    return body.rows as ImportRow[]
  }

  test('are listed with their planned action, and errors also with the rows next to them', async () => {
    await buildProduct(db, { article: 'A-3', name: 'Старое', money: 100 })
    const answer = await send(file, { overwrite: '1', dry_run: '1' })
    expect((await rowsOf(answer, { around_errors: true })).map(({ row, action }) => [row, action])).toEqual([
      [18, 'create'],
      [19, 'refuse'],
      [20, 'create'],
    ])
    expect(await rowsOf(answer, { action: 'update' })).toMatchObject([
      { row: 5, before: { name: 'Старое' }, cells: ['A-3', 'Имя 3', null, '1', null, null, null] },
    ])
    expect(await rowsOf(answer, { action: ['create'] })).toHaveLength(28)
    expect(await rowsOf(answer, { date_from: 'today' })).toHaveLength(30) // the day of the import
    expect(await rowsOf(answer, { date_to: '2020-01-01' })).toEqual([])
  })

  test('are downloaded as the original file with a column of errors', async () => {
    const { id } = reportOf(await send(file)).import
    const csv = (await as.admin.get(`/imports/${id}/errors?format=csv`)).raw.body.split('\r\n')
    expect(csv).toHaveLength(32)
    expect(csv[0]).toContain(`${header};Ошибки`)
    expect(csv[18]).toContain('A-17;Имя 17;;x;;;;Оплата: Здесь нужна сумма')
    expect(csv[19]).toBe('A-18;Имя 18;;1;;;;')
  })
})

describe('undoing an import', () => {
  const undo = (id: number, client = as.admin) => client.post(`/imports/${id}/undo`)

  test('restores changed products, and does nothing the second time', async () => {
    await buildProduct(db, { article: 'A-1', name: 'Старое', money: 100, barcodes: ['1'] })
    const before = await products(['article', 'name', 'money', 'barcodes'])
    const answer = await send('Артикул;Название;Оплата;Штрихкоды\nA-1;Новое;2;2,3\nA-2;Ещё;5;1\n', {
      overwrite: '1',
    })
    // The barcode belongs to another product until the first row removes it there.
    expect(counts(answer)).toEqual([2, 0, 1, 0])
    const { id } = reportOf(answer).import
    expect((await undo(id)).body.import).toMatchObject({ state: 'undone', kept: 0, can: { undo: false } })
    expect(await products(['article', 'name', 'money', 'barcodes'])).toEqual(before)
    expect((await undo(id)).statusCode).toBe(200)
    expect((await as.owner.post('/listing/audit', { action: 'import_undo' })).body.audit).toMatchObject([
      { entity: 'product', after: { undone: 1, kept: 0 } },
    ])
  })

  test('deletes created products, except those that were changed since or are in use', async () => {
    const answer = await send(
      `Артикул;Название\n${Array.from({ length: 20 }, (_, i) => `A-${i};Имя ${i}`).join('\n')}\n`,
    )
    const { id } = reportOf(answer).import
    const ids = await db.from('products').select(['id', 'article']).orderBy('id').execute()
    await as.admin.send('PUT', `/products/${ids[4]?.id}`, { name: 'Правка' })
    await buildTask(db, people.admin, { product_id: ids[9]?.id ?? 0 })
    expect((await undo(id)).body.import).toMatchObject({ state: 'undone', kept: 2 })
    expect(await products(['article', 'name'])).toEqual([
      ['A-4', 'Правка'],
      ['A-9', 'Имя 9'],
    ])
    const rows = await as.admin.post(`/listing/import_rows/${id}?limit=200`, {})
    const kept = (rows.body.rows as ImportRow[]).filter(({ undo_refusal }) => undo_refusal)
    expect(kept.map(({ row, undo_refusal }) => [row, undo_refusal])).toEqual([
      [11, 'in_use'],
      [6, 'changed'],
    ])
  })

  test('works for concurrent requests, but not for a dry run', async () => {
    const { id } = reportOf(await send(good)).import
    const pressed = await Promise.all(Array.from({ length: 3 }, () => undo(id)))
    expect(pressed.filter(({ statusCode }) => statusCode < 300).length).toBeGreaterThan(0)
    expect(await products()).toEqual([])
    const dry = reportOf(await send(good, { dry_run: '1' })).import
    expect(codeOf(await undo(dry.id))).toEqual([409, 'wrong_state'])
  })
})

/** A file with more rows than one batch. */
const long = `Артикул;Название\n${Array.from({ length: 1600 }, (_, row) => `A-${row};Свеча\n`).join('')}`

const manyColumns = JSON.stringify(Object.fromEntries(Array.from({ length: 201 }, (_, at) => [at, null])))

describe('an import is rejected with a reason, and leaves nothing', () => {
  test.each([
    ['no file', undefined, {}, 'file'],
    ['an empty one', '', {}, 'file'],
    ['a PDF', '%PDF-1.7\n', {}, 'file'],
    ['one without articles', 'Название\nСвеча\n', {}, 'file'],
    ['an unclosed quote', 'Артикул;Название\nA-1;"Свеча\n', {}, 'file'],
    ['one that breaks off after many rows', `${long}A;"Свеча\n`, {}, 'file'],
    ['a column that it does not have', good, { mapping: '{"Код":"article"}' }, 'mapping.Код'],
    ['a field that is none', good, { mapping: '{"Артикул":"password"}' }, 'mapping.Артикул'],
    ['one field twice', good, { mapping: '{"Артикул":"name","Название":"name"}' }, 'mapping.Название'],
    ['a fix of no field', good, { fixes: '{"2":{"__proto__x":"y"}}' }, 'fixes.2.__proto__x'],
    ['no mapping', good, { mapping: 'x' }, 'mapping'],
    ['fixes beyond number', good, { fixes: `[${'1,'.repeat(400_000)}1]` }, 'fixes'],
    ['fixes in fixes', good, { fixes: '['.repeat(5000) + ']'.repeat(5000) }, 'fixes'],
    ['NUL in a fix', good, { fixes: '{"2":{"name":"a\\u0000b"}}' }, 'fixes.2.name'],
    ['a lone surrogate in a mapping', good, { mapping: '{"\\ud800":"name"}' }, 'mapping.\ud800'],
    ['a mapping of too many columns', good, { mapping: manyColumns }, 'mapping'],
    ['a list of fixes', good, { fixes: '[]' }, 'fixes'],
    ['an unknown word', good, { company_id: '1' }, 'company_id'],
    ['no flag', good, { overwrite: 'maybe' }, 'overwrite'],
  ])('%s: 422', async (_, content, fields, field) => {
    const before = await fingerprint(test_.root, [db.companyId])
    const answer =
      content === undefined ? await as.admin.post('/products/import') : await send(content, fields as Fields)
    expect(fieldsOf(answer)).toEqual([422, field])
    expect(await fingerprint(test_.root, [db.companyId])).toBe(before)
  })

  test('but not for columns with the names __proto__ and constructor', async () => {
    const answer = await send('Артикул;Название;__proto__;constructor\nA-1;Свеча;x;y\n')
    expect(counts(answer)).toEqual([1, 1, 0, 0])
    expect(({} as Record<string, unknown>).x).toBeUndefined()
  })

  test('for staff, and is not found by another company', async () => {
    expect((await send(good, {}, as.staff)).statusCode).toBe(403)
    const { id } = reportOf(await send(good)).import
    const other = await buildCompany(test_.root)
    const stranger = await TestClient.signIn(test_.app, await buildUser(test_.root, other, 'owner'))
    expect((await stranger.get(`/imports/${id}`)).statusCode).toBe(404)
    expect((await stranger.post(`/imports/${id}/undo`)).statusCode).toBe(404)
    expect((await stranger.get(`/imports/${id}/errors`)).statusCode).toBe(404)
    expect((await stranger.post(`/listing/import_rows/${id}`)).statusCode).toBe(404)
    // An article of one company is free in another company.
    expect(counts(await send(good, {}, stranger))).toEqual([2, 2, 0, 0])
  })
})

describe('concurrent requests', () => {
  test('importing one file several times creates each product once', async () => {
    const sent = await Promise.all(Array.from({ length: 3 }, () => send(good, { overwrite: '1' })))
    const made = sent.map((answer) => (answer.statusCode === 200 ? reportOf(answer).created : 0))
    expect(made.reduce((sum, count) => sum + count, 0)).toBe(2)
    expect(await products()).toHaveLength(2)
  })

  test('creating products by hand meanwhile does not fail the import', async () => {
    const rows = Array.from({ length: 600 }, (_, i) => `A-${i};Имя`).join('\n')
    const [answer, ...byHand] = await Promise.all([
      send(`Артикул;Название\n${rows}\n`, { overwrite: '1' }),
      ...Array.from({ length: 20 }, (_, i) =>
        as.owner.post('/products/create', { article: `A-${i * 29}`, name: 'Рукой' }),
      ),
    ])
    expect(answer?.statusCode).toBe(200)
    expect(byHand.every(({ statusCode }) => statusCode === 201 || statusCode === 422)).toBe(true)
    expect((await as.admin.post('/products')).body.pagination).toMatchObject({ total: 600 })
  })
})

test('an import whose process has ended is marked as failed', async () => {
  const at = '2026-11-20T06:00:00.000Z'
  const draft = { kind: 'products', is_dry: false, overwrites: true, file_name: 'x', created_at: at } as const
  const { id } = await db
    .insert('imports', { ...draft, state: 'running', created_by: people.admin.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  await endAbandoned(test_.root)
  expect((await as.admin.get(`/imports/${id}`)).body.import).toMatchObject({
    state: 'failed',
    failure: 'Сервер перезапускался. Ничего не записано: загрузите файл ещё раз',
  })
})

const fingerprintOfProducts = async () =>
  JSON.stringify(await db.from('products').selectAll().orderBy('id').execute())
