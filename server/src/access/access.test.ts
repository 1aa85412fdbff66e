import type { Call } from '@artel/contract/call'
import { describe, expect, test } from 'vitest'
import { type Caller, callers, type Row } from '../testing/access/row.ts'
import { rows } from '../testing/access/rows.ts'
import { ask, declared, useStage } from '../testing/access/world.ts'
import { useTestApp } from '../testing/app.ts'

const endsSession = ['auth.logout', 'auth.login']

describe('access', () => {
  const stage = useStage(useTestApp())

  /** Prepares the data of a call. @returns a function that sends the call and checks the response */
  async function prepare(row: Row, call: Call, caller: Caller, status: number) {
    const client = endsSession.includes(row.call) ? await stage.signIn(caller) : stage.clients[caller]
    const input = (await row.make?.(stage.world)) ?? {}
    return async () => {
      const answer = await ask(client, call, input)
      expect(answer.statusCode, caller).toBe(status)
      const isFile = 'isFile' in call && status < 400
      if (call.success < 204 && !isFile) expect(answer.body.status, caller).toBe(status < 400)
    }
  }

  /** The expected status for each caller, in the order of `callers`. */
  const expectedOf = (row: Row) =>
    callers.map((caller, index) => ({ caller, status: row.expect[index] ?? 0 }))

  test('the rows cover exactly the declared calls', () => {
    const covered = new Set(rows.map((row) => row.call))
    expect(Object.keys(declared).filter((name) => !covered.has(name))).toEqual([])
    expect([...covered].filter((name) => !declared[name])).toEqual([])
  })

  for (const row of rows) {
    const call = declared[row.call]
    if (!call) continue
    const refused = expectedOf(row).filter(({ status }) => status >= 400)
    const answered = expectedOf(row).filter(({ status }) => status < 400)
    const name = [row.call, row.case].filter(Boolean).join(' ')

    // One snapshot for all rejected callers, because a snapshot reads every row of both companies.
    const refuse = async () => {
      const asks = []
      for (const { caller, status } of refused) asks.push(await prepare(row, call, caller, status))
      const before = await stage.look()
      for (const send of asks) await send()
      expect(await stage.look()).toEqual(before)
    }
    const answer = async () => {
      for (const { caller, status } of answered) await (await prepare(row, call, caller, status))()
    }
    if (refused.length > 0) test(`${name} rejects the expected callers and changes nothing`, refuse)
    if (answered.length > 0) test(`${name} succeeds for the expected callers`, answer)
  }
})
