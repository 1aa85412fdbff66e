import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { maxSum } from '@artel/contract/shapes/sums'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { useTestApp } from '../../testing/app.ts'
import { exactSum, limited, sumOf } from './sums.ts'

const test_ = useTestApp()
const source = fileURLToPath(new URL('../..', import.meta.url))

describe('sums', () => {
  // Rows with the largest int8. A sum of them fails if it is cast back.
  const rows = (count: number, sign = 1) =>
    sql`(select ${sql.lit(sign)} * 9223372036854775807 as value from generate_series(1, ${count}::int4)) as rows`

  test.each([
    [0, 1, 0],
    [1, 1, maxSum],
    [3, 1, maxSum],
    [3, -1, -maxSum],
  ])('of %d rows of the largest number, sign %d, is %d', async (count, sign, expected) => {
    const found = await sql<{
      sum: number
    }>`select ${sumOf('value')} as sum from ${rows(count, sign)}`.execute(test_.root)
    expect(found.rows).toEqual([{ sum: expected }])
  })

  test('of small numbers are exact, with and without a filter', async () => {
    const values = sql`generate_series(1, 4) as rows (value)`
    const found = await sql<object>`
      select ${sumOf('value')} as all, ${sumOf('value', sql`value > 2`)} as some,
        ${limited(sql`${sql.raw(exactSum('value', 'value > 3'))} - 10`)} as less from ${values}`.execute(
      test_.root,
    )
    expect(found.rows).toEqual([{ all: 10, some: 7, less: -6 }])
  })

  test('are calculated in SQL only in sums.ts', () => {
    const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .filter((name) => !/^(testing|demo)\//.test(name))
    expect(files.length).toBeGreaterThan(100)
    const summing = files.filter((name) =>
      /\b(sum|avg)\s*\(|\.(sum|avg)[<(]/i.test(readFileSync(join(source, name), 'utf8')),
    )
    expect(summing).toEqual(['database/queries/sums.ts'])
  })
})
