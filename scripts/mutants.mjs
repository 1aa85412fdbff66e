// @ts-check
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { installMissing } from './machine/packages.mjs'
import { copyTree } from './mutants/copy.mjs'
import { draw, findFolder, mutantsOf } from './mutants/sources.mjs'
import { programOf, root, run } from './processes.mjs'
import { ensurePostgres, startPostgres } from './test/postgres.mjs'

/** @typedef {import('./mutants/sources.mjs').Mutant} Mutant */

const usage = 'npm run mutants -- FEATURE [--count 50] [--seed N] [--at FILE:LINE]'

/**
 * Ms; longer than the tests' own timeouts, because a late test on a busy machine would count as a found
 * fault.
 */
const testLimitMs = 90_000
/** Ms that a run may take in addition to the time of the tests without a fault. */
const startLimitMs = 60_000

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '50' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    at: { type: 'string' },
  },
})
const [feature = ''] = positionals
const folder = (feature && findFolder(root, feature)) || ''
if (!folder) {
  console.error(`${feature ? `There is no feature ${feature}. ` : ''}${usage}`)
  process.exit(2)
}

await installMissing()
const postgres = await ensurePostgres()
if (!postgres) {
  console.error('PostgreSQL is not installed, and could not be')
  process.exit(1)
}
const copy = copyTree()
const tests = folder.replace('server/', '')
const mutants = mutantsOf(copy, folder).filter(({ path, line }) => !values.at || isAt(values.at, path, line))
console.log(`${feature}: ${values.count} of ${mutants.length} faults, --seed ${values.seed}`)
const database = await startPostgres(postgres.bin)
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => void database.stop().finally(() => process.exit(1)))
try {
  await tryAll(draw(mutants, Number(values.seed)), Number(values.count))
} finally {
  await database.stop()
}

/** @param {string} at @param {string} path @param {number} line */
function isAt(at, path, line) {
  const [file = '', number] = at.split(':')
  return path.endsWith(`/${file}`) && (!number || Number(number) === line)
}

/** @param {Mutant[]} drawn @param {number} count */
async function tryAll(drawn, count) {
  const startedAt = performance.now()
  const unchanged = await runTests('unchanged', 0)
  if (unchanged.code !== 0) {
    console.log(`${unchanged.output}\nThe tests fail without a fault`)
    process.exitCode = 1
    return
  }
  const limitMs = startLimitMs + 4 * (performance.now() - startedAt)
  const counts = { found: 0, survived: 0, 'ends no test': 0, 'does not migrate': 0 }
  for (const [index, mutant] of drawn.entries()) {
    if (counts.found + counts.survived === count) break
    const { outcome, by } = await tryMutant(mutant, `mutant_${index}`, limitMs)
    counts[outcome]++
    for (const line of describe(mutant)) console.log(line)
    console.log(`  ${outcome}${by ? ` by ${by}` : ''}`)
  }
  const { found, survived } = counts
  const share = Math.floor((100 * found) / Math.max(1, found + survived))
  console.log(`${feature}: ${found} of ${found + survived} found, ${share} %`)
}

/** @typedef {{ outcome: 'found' | 'survived' | 'ends no test' | 'does not migrate', by?: string }} Outcome */

/** @param {Mutant} mutant @param {string} name of the database @param {number} limitMs @returns {Promise<Outcome>} */
async function tryMutant({ path, start, end, text }, name, limitMs) {
  const file = join(copy, path)
  const source = readFileSync(file, 'utf8')
  writeFileSync(file, source.slice(0, start) + text + source.slice(end))
  try {
    const startedAt = performance.now()
    const { code, output } = await runTests(name, limitMs)
    // A schema that cannot be created does not count, because no test is needed to detect that.
    if (output.includes('MigrationError')) return { outcome: 'does not migrate' }
    if (code === 0) return { outcome: 'survived' }
    if (performance.now() - startedAt >= limitMs) return { outcome: 'found', by: 'the time limit' }
    const failed = /FAIL .*?(\S+\.test\.ts.*)$/m.exec(output)?.[1]
    // The cause may be the database or the machine.
    return failed ? { outcome: 'found', by: failed } : { outcome: 'ends no test' }
  } finally {
    writeFileSync(file, source)
  }
}

/** The place of the fault, and its line without and with the fault. @param {Mutant} mutant */
function describe({ path, line, start, end, text, what }) {
  const source = readFileSync(join(copy, path), 'utf8')
  const from = source.lastIndexOf('\n', start) + 1
  const to = source.indexOf('\n', end)
  const [before, after] = [source.slice(from, start), source.slice(end, to)]
  const place = `${path.replace(/^server\/src\/(?:features\/)?/, '')}:${line}`
  return [
    `${place}  ${what}`,
    `  - ${shorten(source.slice(from, to))}`,
    `  + ${shorten(before + text + after)}`,
  ]
}

/** @param {string} text */
function shorten(text) {
  return text.replace(/\s+/g, ' ').trim().slice(0, 200)
}

/**
 * Each run has an empty database, because a fault may leave rows that later runs would find.
 * @param {string} name @param {number} limitMs
 */
async function runTests(name, limitMs) {
  const { NODE_ENV: _, ...given } = process.env
  const env = { ...given, NO_COLOR: '1', TEST_DATABASE_URL: await database.createDatabase(name) }
  // With this cache, only the changed file is compiled again.
  const options = [
    '--bail=1',
    '--reporter=dot',
    `--testTimeout=${testLimitMs}`,
    '--experimental.fsModuleCache',
  ]
  const program = [programOf('vitest'), 'run', ...options, `${tests}/`]
  const ended = await run(process.execPath, program, { env, limitMs, cwd: join(copy, 'server') })
  await database.dropDatabase(name)
  return ended
}
