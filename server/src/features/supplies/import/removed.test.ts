import type { UserType } from '@artel/contract/access'
import type { AuditEntry } from '@artel/contract/audit/audit'
import type { ImportDetail, ImportEntry } from '@artel/contract/imports/imports'
import type { Supply } from '@artel/contract/supplies/supplies'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '../../../database/db.ts'
import { useTestApp } from '../../../testing/app.ts'
import type { Answer, TestClient } from '../../../testing/client.ts'
import { followImport } from '../../../testing/rows/imports.ts'
import { buildBox, buildItem, buildScannable, buildSupply } from '../../../testing/rows/supplies.ts'
import { buildTeam } from '../../../testing/rows/team.ts'
import { multipart } from '../../../testing/values/form.ts'

const test_ = useTestApp()
let db: Db
let as: Record<UserType, TestClient>
let supply: number

beforeEach(async () => {
  ;({ db, as } = await buildTeam(test_))
  supply = await buildSupply(db, { number: 'WB-7' })
  const one = await buildScannable(db, '00012')
  const two = await buildScannable(db, '00013')
  for (const number of [1, 2, 3]) {
    const box = await buildBox(db, supply, { number, barcode: `BOX-${number}` })
    await buildItem(db, supply, box, { product_id: one, quantity: 2 })
    await buildItem(db, supply, box, { product_id: two, quantity: 3 })
  }
})

async function overwrite(rows: string, fields: Record<string, string> = {}): Promise<Answer> {
  const content = Buffer.from(`Баркод товара;Кол-во товаров;ШК короба\n${rows}`)
  const form = multipart([
    ...Object.entries({ supply_id: String(supply), overwrite: '1', ...fields }),
    ['file', { name: 'Короба.csv', content }],
  ])
  return followImport(as.admin, await as.admin.send('POST', '/supplies/import', undefined, form))
}

const importOf = ({ body }: Answer) => body.import as ImportDetail
const undo = (id: number) => as.admin.post(`/imports/${id}/undo`)
const read = async () => (await as.admin.get(`/supplies/${supply}`)).body.supply as Supply
const told = async () =>
  (await as.owner.post('/listing/audit', { entity: 'supply' })).body.audit as AuditEntry[]

describe('an overwriting file', () => {
  test.each([
    ['of which every row is refused', '00099;1;BOX-9\n00098;1;BOX-8\n', 2],
    ['of which every row is refused for its box', '00012;1;Короб\n', 1],
  ])('%s leaves the supply as it is', async (_, rows, refused) => {
    const before = await read()
    const tried = await overwrite(rows, { dry_run: '1' })
    const done = await overwrite(rows)
    expect(done.body).toMatchObject({
      created: 0,
      updated: 0,
      skipped: 0,
      refused,
      removed: 0,
      removed_lines: 0,
    })
    expect(importOf(tried).report).toEqual(importOf(done).report)
    expect(importOf(done).can).toEqual({ undo: false })
    expect(await read()).toEqual(before)
  })

  test('without rows leaves the supply as it is', async () => {
    const before = await read()
    expect((await overwrite('')).body).toMatchObject({ total: 0, removed: 0 })
    expect(await read()).toEqual(before)
  })

  test('tells how many boxes and lines it has removed, in the report and in the list', async () => {
    const tried = await overwrite('00012;2;BOX-1\n', { dry_run: '1' })
    const done = await overwrite('00012;2;BOX-1\n')
    const counts = { created: 0, updated: 0, skipped: 1, refused: 0, removed: 2, removed_lines: 1 }
    expect(done.body).toMatchObject(counts)
    expect(importOf(done).report).toMatchObject(counts)
    expect(importOf(tried).report).toEqual(importOf(done).report)
    const { imports } = (await as.admin.post('/listing/imports', {})).body as { imports: ImportEntry[] }
    expect(imports).toMatchObject([counts])
    expect(await read()).toMatchObject({ boxes_count: 1, units_count: 2 })
  })

  test('can be undone if it has only removed boxes or lines', async () => {
    const before = await read()
    for (const rows of ['00012;2;BOX-1\n00013;3;BOX-1\n', '00012;2;BOX-1\n']) {
      const done = importOf(await overwrite(rows))
      expect(done.can).toEqual({ undo: true })
      expect((await undo(done.id)).statusCode).toBe(200)
      const { version: _, ...after } = await read()
      expect(after).toMatchObject({ boxes_count: before.boxes_count, units_count: before.units_count })
    }
  })
})

test('the audit log names the supply of an import and of its undo, and what the import removed', async () => {
  const { id } = importOf(await overwrite('00012;2;BOX-1\n00012;1;BOX-9\n00099;1;BOX-9\n'))
  await undo(id)
  await overwrite('00012;1;BOX-9\n', { dry_run: '1' })
  const about = { entity: 'supply', entity_id: supply, title: 'WB-7', before: {} }
  expect(await told()).toMatchObject([
    { ...about, action: 'import_undo', after: { file_name: 'Короба.csv', undone: 1, kept: 0 } },
    {
      ...about,
      action: 'import',
      after: {
        file_name: 'Короба.csv',
        created: 1,
        updated: 0,
        skipped: 1,
        refused: 1,
        removed: 2,
        removed_lines: 1,
      },
    },
  ])
})

test('the audit log tells of no removals if the file does not overwrite', async () => {
  await overwrite('00012;1;BOX-9\n', { overwrite: '0' })
  const [entry] = await told()
  expect(entry?.after).toEqual({ file_name: 'Короба.csv', created: 1, updated: 0, skipped: 0, refused: 0 })
})
