import { setTimeout as sleep } from 'node:timers/promises'
import { fillQuietly, idOf } from '../../server/src/testing/moysklad/catalogue.ts'
import { startMoySklad } from '../../server/src/testing/moysklad/simulator.ts'
import { openStage, type Stage } from './stage.ts'

const count = 50_000
const changed = 100

type Connection = {
  state: string
  limit: { units: number; window_ms: number; cost: number }
  run: { id: number; state: string; requests: number; limited: number } | null
}

/**
 * Measures the first sync of 50,000 products with a user's token, and a sync of 100 changes. The baseline is
 * the rate limit of MoySklad, which no client can exceed.
 */
export async function moySklad(): Promise<void> {
  const theirs = await startMoySklad()
  const account = theirs.addAccount('bench')
  fillQuietly(account, count)
  const token = account.addToken()
  const stage = await openStage({ MOYSKLAD_URL: theirs.url })
  try {
    await stage.query(`update users set type = 'owner'`)
    await ask(stage, 'POST', '/company/moi_sklad', { token })
    // The requests of connecting do not count.
    await sleep(4000)
    const before = theirs.count()
    const readMs = await runOf(stage, '/company/moi_sklad/sync')
    const first = theirs.asked.slice(before).filter(({ status }) => status === 200)
    const { limit, run } = await look(stage)
    const perMs = limit.units / limit.cost / limit.window_ms
    const [begun, ended] = [first[0]?.at ?? 0, first.at(-1)?.at ?? 0]
    const [seconds, share] = [(ended - begun) / 1000, first.length / Math.max(1, (ended - begun) * perMs)]
    print(
      `${count} products read and planned`,
      `${(readMs / 1000).toFixed(1)} s; ${first.length} questions in ${seconds.toFixed(1)} s, ${(100 * share).toFixed(0)} % of what they allow, ${run?.limited} refused`,
    )
    const writeMs = await runOf(stage, '/company/moi_sklad/confirm')
    print(`${count} products written`, `${(writeMs / 1000).toFixed(1)} s`)
    for (let number = 1; number <= changed; number++)
      account.put('product', { id: idOf(number * 100 - 50), name: `Изменённый ${number}` })
    const changeMs = await runOf(stage, '/company/moi_sklad/sync')
    const { rows } = await stage.query(
      `select count(*)::int as count from products where name like 'Изменённый %'`,
    )
    if (rows[0].count !== changed) throw new Error(`${rows[0].count} of ${changed} changes have come`)
    print(`${changed} changes among ${count}`, `${(changeMs / 1000).toFixed(1)} s from the press to the end`)
    const { rate, parallel } = theirs.limiter.refused
    if (rate + parallel > 0) throw new Error(`They have refused ${rate + parallel} questions`)
  } finally {
    await stage.close()
    await theirs.close()
  }
}

const print = (what: string, figure: string) => console.log(what.padEnd(44), figure)

async function ask(stage: Stage, method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> {
  const { url, ...request } = stage.ours(method, path, body)
  const answer = await fetch(url, request)
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}

const look = async (stage: Stage): Promise<Connection> =>
  // The shape of the answer.
  ((await ask(stage, 'GET', '/company/moi_sklad')) as { moi_sklad: Connection }).moi_sklad

/** Starts a run and waits for its end. @returns its duration, ms */
async function runOf(stage: Stage, path: string): Promise<number> {
  const begun = performance.now()
  await ask(stage, 'POST', path, {})
  for (;;) {
    const { run } = await look(stage)
    if (run?.state === 'done') return performance.now() - begun
    if (run?.state === 'failed' || run?.state === 'stopped') throw new Error(`The run ${run.state}`)
    await sleep(200)
  }
}
