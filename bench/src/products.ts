import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readTable } from '../../server/src/spreadsheets/spreadsheets.ts'
import { compare, median } from './compare.ts'
import { openStage, type Stage } from './stage.ts'

const fileRows = 100_000
const listedRows = 1_000_000
const rounds = 5
/**
 * Ms between two looks at the progress: short enough for a precise time, and long enough not to affect it.
 */
const intervalMs = 200

/** Compares imports of products from files with reading the file alone. */
export async function imports(): Promise<void> {
  const stage = await openStage()
  try {
    await insertProducts(stage, fileRows)
    await importAgain(stage)
  } finally {
    await stage.close()
  }
}

async function importAgain(stage: Stage): Promise<void> {
  const file = Buffer.from(await (await ask(stage, '/products/export', { format: 'xlsx' })).arrayBuffer())
  const path = join(await mkdtemp(join(tmpdir(), 'artel-bench-')), 'products.xlsx')
  await writeFile(path, file)
  const ratios = []
  const rises = []
  for (let round = 0; round < rounds; round++) {
    // Without statistics the planner takes new tables for empty, and reads them whole for each deleted
    // product.
    await stage.query('analyze')
    await stage.query('delete from products')
    await stage.query('vacuum analyze')
    const memory = watchMemory(stage)
    ratios.push((await importAll(stage, file)) / (await parseAlone(path)))
    rises.push(await memory.rise())
  }
  await rm(join(path, '..'), { recursive: true })
  console.log(
    `import of ${fileRows} products`.padEnd(44),
    `${median(ratios).toFixed(2)} × the parser alone, memory + ${Math.round(median(rises))} MiB`,
  )
}

/** Milliseconds until all rows of the file are written. */
async function importAll(stage: Stage, file: Buffer): Promise<number> {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(file)]), 'products.xlsx')
  const start = performance.now()
  const { url, method, headers } = stage.ours('POST', '/products/import')
  let { import: found } = (await (await fetch(url, { method, headers, body: form })).json()) as Started
  while (found.state === 'waiting' || found.state === 'running') {
    await sleep(intervalMs)
    const target = stage.ours('GET', `/imports/${found.id}`)
    found = ((await (await fetch(target.url, target)).json()) as Started).import
  }
  if (found.created !== fileRows)
    throw new Error(`The import ended as ${JSON.stringify(found).slice(0, 300)}`)
  return performance.now() - start
}

type Started = { import: { id: number; state: string; created: number | null } }

/** Milliseconds of reading alone, in the process that reads tables. */
async function parseAlone(path: string): Promise<number> {
  const start = performance.now()
  await readTable({ path }, { person: { companyId: 0, userId: 0 } }, async ({ batches }) => {
    for await (const _ of batches);
  })
  return performance.now() - start
}

/** Watches the resident memory of the server's process; `rise` is its growth, MiB. */
function watchMemory(stage: Stage): { rise(): Promise<number> } {
  const read = async () => {
    const text = await (await fetch(`${stage.address}/metrics`)).text()
    return Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1]) / 1_048_576
  }
  let isOver = false
  const watching = (async () => {
    const first = await read()
    let most = first
    while (!isOver) {
      most = Math.max(most, await read())
      await sleep(intervalMs)
    }
    return most - first
  })()
  return {
    rise: () => {
      isOver = true
      return watching
    },
  }
}

/** Compares the list of products and its search with the minimal code for the same work. */
export async function products(): Promise<void> {
  const stage = await openStage()
  try {
    await insertProducts(stage, listedRows)
    await lists(stage)
  } finally {
    await stage.close()
  }
}

async function lists(stage: Stage): Promise<void> {
  await compare(
    `list of ${listedRows} products with its total`,
    stage.ours('POST', '/products'),
    stage.bare('/products'),
  )
  const rare = 'махровый 77777'
  await compare(
    'search by parts of words among them',
    stage.ours('POST', '/products', { search: rare }),
    stage.bare(`/products?search=${encodeURIComponent(rare)}`),
  )
}

async function ask(stage: Stage, path: string, body: object): Promise<Response> {
  const target = stage.ours('POST', path, body)
  return fetch(target.url, target)
}

/** Inserts `count` products of the company with one statement, each with a barcode. */
async function insertProducts(stage: Stage, count: number): Promise<void> {
  await stage.query(
    `insert into products (company_id, name, article, barcodes, brand, category, money, coins, norm_seconds,
       weight_g, created_at, updated_at)
     select $1, 'Набор «Уют» махровый ' || n, 'UY-' || (n + before), array['B' || (n + before)], 'Уют', 'Текстиль',
       1650, 1, 150, 820, now(), now()
     from generate_series(1, $2::int) n, (select coalesce(max(id), 0) as before from products) b`,
    [stage.companyId, count],
  )
  await stage.query('vacuum analyze products')
}
