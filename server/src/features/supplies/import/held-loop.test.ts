import type { UserType } from '@artel/contract/access'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '../../../database/db.ts'
import { useTestApp } from '../../../testing/app.ts'
import { type Answer, fieldsOf, type TestClient } from '../../../testing/client.ts'
import { followImport } from '../../../testing/rows/imports.ts'
import { buildSupply } from '../../../testing/rows/supplies.ts'
import { buildTeam } from '../../../testing/rows/team.ts'
import { leastOf } from '../../../testing/thread-cpu.ts'
import { longestTurnMs } from '../../../testing/turns.ts'
import { multipart } from '../../../testing/values/form.ts'

const test_ = useTestApp()
let db: Db
let as: Record<UserType, TestClient>
let supply: number

beforeEach(async () => {
  ;({ db, as } = await buildTeam(test_))
  supply = await buildSupply(db)
})

// Ordering the marks of a letter takes time proportional to the square of their number.
const slow = `a${'\u0345'.repeat(320)}${'\u0301'.repeat(320)}${'\u0316'.repeat(320)}`
const titles = 'Баркод товара;Кол-во товаров;ШК короба'
const rows = (count: number, rowOf: (number: number) => string) =>
  Buffer.from(`${titles}\n${Array.from({ length: count }, (_, number) => rowOf(number)).join('\n')}\n`)
const send = (path: string, content: Buffer, fields: [string, string][] = []) =>
  as.admin.send('POST', path, undefined, multipart([...fields, ['file', { name: 'Шаблон.csv', content }]]))

describe('codes that are slow to compare', () => {
  test('do not hold the event loop when they are of boxes and a file is filled', async () => {
    const content = rows(500, (number) => `1;1;${slow}${number}`)
    const work = () => send(`/supplies/${supply}/fill`, content)
    expect(await leastOf(50, () => longestTurnMs(work))).toBeLessThan(50)
    expect((await work()).statusCode).toBe(200)
  })

  test.each([
    ['marks', slow],
    ['marks up to the limit of a cell', slow.repeat(10)],
  ])(
    'do not hold the event loop or the database when they are of products and a file is imported: %s',
    async (_, code) => {
      const content = rows(100, (number) => `${number}${code};1;WB_${number}`)
      let answer: Answer | undefined
      const work = async () => {
        answer = await send('/supplies/import', content, [['supply_id', String(supply)]])
      }
      expect(await leastOf(50, () => longestTurnMs(work))).toBeLessThan(50)
      const done = answer && (await followImport(as.admin, answer))
      expect(done).toMatchObject({ statusCode: 200, body: { refused: 100 } })
    },
  )

  test('do not hold the database when they are articles and sets are imported', async () => {
    const content = Buffer.from(
      `Артикул;Название\n${Array.from({ length: 100 }, (_, number) => `${number}${slow.repeat(10)};x`).join('\n')}\n`,
    )
    const done = await followImport(as.admin, await send('/products/import', content))
    expect(done).toMatchObject({ statusCode: 200, body: { refused: 100 } })
  })
})

test('a file with more cells than may stay in memory is not filled', async () => {
  const cells = ';x'.repeat(96)
  const filling = await send(
    `/supplies/${supply}/fill`,
    rows(12_000, (number) => `1;1;WB_${number}${cells}`),
  )
  expect(fieldsOf(filling)).toEqual([422, 'file'])
})
