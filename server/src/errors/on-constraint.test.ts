import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { doEach } from './do-each.ts'
import { ApiError } from './errors.ts'
import { onConstraint } from './on-constraint.ts'

const refuse = onConstraint({
  boxes_one_of_barcode: () => new ApiError('conflict'),
  '23P01': () => new ApiError('overlap'),
})
const thrownFor = (error: object): unknown => {
  try {
    return refuse(Object.assign(new Error(), error))
  } catch (thrown) {
    return thrown
  }
}

test.each([
  [{ constraint: 'boxes_one_of_barcode', code: '23505' }, 'conflict'],
  [{ code: '23P01' }, 'overlap'],
  [{ constraint: 'shifts_apart', code: '23P01' }, 'overlap'],
])('a refusal %j of the database is thrown as %s, with its cause', (error, code) => {
  expect(thrownFor(error)).toMatchObject({ code, cause: error })
})

test('any other error of the database is thrown as it is', () => {
  const other = thrownFor({ code: '23505', constraint: 'boxes_pkey' })
  expect(other).not.toBeInstanceOf(ApiError)
  expect(other).toMatchObject({ constraint: 'boxes_pkey' })
})

test('rows after a refused one are worked, but none after a refusal of the database', async () => {
  const rows = [1, 2, 3].map((id) => ({ id }))
  const worked: number[] = []
  const work = (refusal: () => unknown) =>
    doEach(rows, async ({ id }) => {
      worked.push(id)
      if (id === 2) throw refusal()
      return id
    })
  const { results, refusals } = await work(() => new ApiError('forbidden'))
  expect(results).toEqual([1, 3])
  expect([...refusals].map(([id, { code }]) => [id, code])).toEqual([[2, 'forbidden']])
  worked.length = 0
  await expect(work(() => thrownFor({ code: '23P01' }))).rejects.toMatchObject({ code: 'overlap' })
  expect(worked).toEqual([1, 2])
})

test('only this module reads the name of a violated constraint', () => {
  const root = join(import.meta.dirname, '..')
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !/\.test\.ts$|^testing|on-constraint\.ts$/.test(name),
  )
  const readers = sources.filter((name) =>
    /constraint\?: string|\.constraint\b(?!\()/.test(readFileSync(join(root, name), 'utf8')),
  )
  expect(readers).toEqual([])
})
