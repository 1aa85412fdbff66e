import { globSync, readFileSync } from 'node:fs'
import type { Call } from '@artel/contract/call'
import { calls } from '@artel/contract/index'
import { CompiledQuery } from 'kysely'
import type { PoolClient } from 'pg'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { PatientPool } from '../database/connection/patient-pool.ts'
import { useTestApp } from '../testing/app.ts'
import type { TestClient } from '../testing/client.ts'
import { buildTask } from '../testing/rows/build.ts'
import { buildInstruction } from '../testing/rows/instructions.ts'
import { buildSupply } from '../testing/rows/supplies.ts'
import { buildTeam, type Team } from '../testing/rows/team.ts'

const test_ = useTestApp()

const hasSearch = (shape: unknown) => shape instanceof z.ZodObject && 'search' in shape.shape

/**
 * Lists with a search. Leaves out two whose rows only an import or a publication makes, and runs, which have
 * no words.
 */
const searched = Object.values(calls)
  .flatMap((feature) => Object.values<Call>(feature))
  .filter(({ effect, body, query }) => effect === 'read' && (hasSearch(body) || hasSearch(query)))
  .filter(({ path }) => !/^\/listing\/(import_rows|localization_changes)\/|\/runs$/.test(path))

let team: Team
/** Ids for the paths that need one. */
let ids: { [list: string]: number | string }

beforeAll(async () => {
  team = await buildTeam(test_)
  const task = await buildTask(team.db, team.people.owner)
  const supply = await buildSupply(team.db)
  const instruction = await buildInstruction(team.db, team.people.owner)
  ids = { times: task, boxes: supply, scans: supply, readers: instruction, revisions: instruction }
})

type Statement = { text: string; values: readonly unknown[] }

/** @returns the statements that a searched list sends to the database */
async function search(client: TestClient, { method, path }: Call): Promise<Statement[]> {
  const sent: Statement[] = []
  // Only the form of the method that returns a promise is used.
  const connect = PatientPool.prototype.connect as () => Promise<PoolClient>
  const spy = vi.spyOn(PatientPool.prototype, 'connect').mockImplementation(async function (
    this: PatientPool,
  ) {
    const client = await connect.call(this)
    const query = (text: string, values: readonly unknown[]) => {
      sent.push({ text, values })
      return client.query(text, [...values])
    }
    return { query, release: () => client.release() }
  } as PatientPool['connect'])
  const address = path.replace(':id', String(ids[path.split('/')[2] ?? '']))
  const text = 'уют 12'
  const { statusCode } =
    method === 'GET'
      ? await client.get(`${address}?search=${encodeURIComponent(text)}`)
      : await client.post(address, { search: text })
  spy.mockRestore()
  expect(statusCode, path).toBe(200)
  return sent.filter(({ text }) => /^\s*(select|with)\b/i.test(text) && /like/i.test(text))
}

type Plan = { Plans?: Plan[] } & { [key: string]: unknown }

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/** Conditions of a plan that run a subquery for each row. A hashed subquery runs only once. */
async function findSubqueriesOfRows({ text, values }: Statement): Promise<string[]> {
  const explain = CompiledQuery.raw(`explain (format json) ${text}`, [...values])
  const { rows } = await test_.root.executeQuery<{ 'QUERY PLAN': [{ Plan: Plan }] }>(explain)
  return nodesOf(rows[0]!['QUERY PLAN'][0].Plan) // explain answers with one row
    .flatMap((node) => Object.entries(node).filter(([key]) => /Filter$|Cond$/.test(key)))
    .map(([, condition]) => String(condition))
    .filter((condition) => /(?<!hashed )SubPlan/.test(condition))
}

describe('the search of a list runs no subquery for each row', () => {
  test.each(searched.map((call) => [call.path, call] as const))('%s', async (_, call) => {
    const statements = await search(team.as.owner, call)
    expect(statements.length).toBeGreaterThan(0)
    const found = await Promise.all(statements.map(findSubqueriesOfRows))
    expect(found.flat()).toEqual([])
  })
})

/** The innermost `(select …)` or `exists (select …)` around a position in a source. */
function subqueryAt(source: string, place: number): string {
  let [from, depth] = [place, 0]
  while (from > 0 && depth < 1) depth += { '(': 1, ')': -1 }[source[--from] ?? ''] ?? 0
  let to = from + 1
  for (depth = 1; to < source.length && depth > 0; to++) depth += { '(': 1, ')': -1 }[source[to] ?? ''] ?? 0
  return source.slice(from, to)
}

/** Outer tables of statements over all companies. These statements have no company id to compare with. */
const overCompanies = new Set(['device', 'connection', 'taken'])

test('a subquery that is joined to its outer row by company is also joined by another column', () => {
  const breaches = globSync('src/**/*.queries.ts', { cwd: new URL('../..', import.meta.url) }).flatMap(
    (path) => {
      const source = readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
      return [...source.matchAll(/\b(\w+)\.company_id = (\w+)\.company_id/g)].flatMap((match) => {
        const subquery = subqueryAt(source, match.index)
        const isOf = (name = '') => new RegExp(`(from|join|as) ${name}\\b`).test(subquery)
        const outer = match.slice(1).find((name) => !isOf(name))
        const isTied =
          !outer || overCompanies.has(outer) || new RegExp(`\\b${outer}\\.(?!company_id)\\w`).test(subquery)
        return isTied ? [] : [`${path}: ${match[0]}`]
      })
    },
  )
  expect(breaches).toEqual([])
})
