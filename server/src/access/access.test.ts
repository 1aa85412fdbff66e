import { describe, expect, test } from 'vitest'
import { callers } from '../testing/access/row.ts'
import { rows } from '../testing/access/rows.ts'
import { ask, declared, useStage } from '../testing/access/world.ts'
import { useTestApp } from '../testing/app.ts'

describe('access', () => {
  const stage = useStage(useTestApp())

  test('every call has a row', () => {
    const covered = new Set(rows.map((row) => row.call))
    expect(Object.keys(declared).filter((name) => !covered.has(name))).toEqual([])
    expect([...covered].filter((name) => !declared[name])).toEqual([])
  })

  for (const row of rows) {
    const call = declared[row.call]
    if (!call) continue
    test.each(callers.map((caller, index) => ({ caller, status: row.expect[index] })))(
      `${[row.call, row.case].filter(Boolean).join(' ')}: $caller is answered $status`,
      async ({ caller, status }) => {
        const endsSession = row.call === 'auth.logout' || row.call === 'auth.login'
        const client = endsSession ? await stage.signIn(caller) : stage.clients[caller]
        const input = (await row.make?.(stage.world)) ?? {}
        const before = await stage.look()
        const answer = await ask(client, call, input)
        expect(answer.statusCode).toBe(status)
        const isRefused = answer.statusCode >= 400
        const isFile = 'isFile' in call && !isRefused
        if (call.success < 204 && !isFile) expect(answer.body.status).toBe(!isRefused)
        if (isRefused) expect(await stage.look()).toEqual(before)
      },
    )
  }
})
