import { parseArgs } from 'node:util'
import { bytes } from './bytes.ts'
import { compare, load, median } from './compare.ts'
import { events } from './events.ts'
import { drainBare, drainOurs, fileRows } from './export.ts'
import { ledger } from './ledger.ts'
import { moySklad } from './moysklad.ts'
import { imports, products } from './products.ts'
import { pushes } from './pushes.ts'
import { shop } from './shop.ts'
import { soak } from './soak.ts'
import { insertTasks, openStage, type Stage } from './stage.ts'
import { start } from './start.ts'
import { stats } from './stats.ts'
import { supplies } from './supplies.ts'

const listOf = (stage: Stage, query = '', body: object = {}) =>
  stage.ours('POST', `/listing/tasks${query}`, body)

/** Compares the list with its total and a single task with the minimal code for the same work. */
async function tasks(): Promise<void> {
  const stage = await openStage()
  try {
    await insertTasks(stage, 1_000_000)
    const { rows } = await stage.query('select max(id) as id from tasks')
    await compare('list of 1,000,000 tasks with its total', listOf(stage), stage.bare('/tasks'))
    await compare('one task', stage.ours('GET', `/tasks/${rows[0].id}`), stage.bare(`/tasks/${rows[0].id}`))
    await against('filter that matches 200,000', listOf(stage, '', { status: 'done' }), listOf(stage))
    await against('page 50,000', listOf(stage, '?page=50000'), listOf(stage))
  } finally {
    await stage.close()
  }
}

/** Measures the list as the company grows, each size relative to 10,000 tasks. */
async function growth(): Promise<void> {
  const stage = await openStage()
  try {
    await insertTasks(stage, 10_000)
    const first = await p50(stage)
    for (const size of [100_000, 1_000_000, 10_000_000]) {
      const { rows } = await stage.query('select count(*)::int as count from tasks')
      await insertTasks(stage, size - rows[0].count)
      console.log(
        `list of ${size} tasks`.padEnd(44),
        `p50 ${((await p50(stage)) / first).toFixed(2)} × that of 10,000`,
      )
    }
  } finally {
    await stage.close()
  }
}

/** Compares a list as a workbook with the writer alone on the same cells in memory. */
async function exportList(): Promise<void> {
  const stage = await openStage()
  try {
    await insertTasks(stage, fileRows)
    const target = listOf(stage, '?format=xlsx')
    const ratios = []
    await drainOurs(target)
    for (let round = 0; round < 5; round++) ratios.push((await drainOurs(target)) / (await drainBare()))
    console.log(`${fileRows} rows as xlsx`.padEnd(44), `${median(ratios).toFixed(2)} × the writer alone`)
  } finally {
    await stage.close()
  }
}

async function p50(stage: Stage): Promise<number> {
  const runs = []
  for (let round = 0; round < 5; round++) runs.push((await load(listOf(stage), 2)).p50)
  return median(runs)
}

/** Few enough callers to measure the work and not the waiting for each other. */
const few = 4

async function against(
  name: string,
  one: Parameters<typeof load>[0],
  other: Parameters<typeof load>[0],
): Promise<void> {
  const ratios = []
  for (let round = 0; round < 5; round++)
    ratios.push((await load(one, 2, few)).p50 / (await load(other, 2, few)).p50)
  console.log(name.padEnd(44), `p50 ${median(ratios).toFixed(2)} × page 1`)
}

const benchmarks: Record<string, () => Promise<void>> = {
  bytes,
  start,
  tasks,
  growth,
  export: exportList,
  imports,
  products,
  supplies,
  shop,
  moysklad: moySklad,
  pushes,
  events,
  ledger: () => ledger(Number(values.entries)),
  stats: () => stats(Number(values.times), Number(values.entries)),
  soak: () => soak(Number(values.minutes)),
}

const { positionals: asked, values } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: '1' },
    entries: { type: 'string', default: '5000000' },
    times: { type: 'string', default: '10000000' },
  },
})
const unknown = asked.filter((name) => !Object.hasOwn(benchmarks, name))
if (unknown.length > 0) {
  console.error(
    `There is no benchmark called ${unknown.join(', ')}; there are ${Object.keys(benchmarks).join(', ')}`,
  )
  process.exit(2)
}
for (const [name, run] of Object.entries(benchmarks))
  if (asked.length === 0 || asked.includes(name)) await run()
