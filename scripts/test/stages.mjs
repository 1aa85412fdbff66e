// @ts-check
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isBuilt } from '../build/stamp.mjs'
import { programOf, root, run } from '../processes.mjs'
import { asOneTest, countNodeTests, countVitest } from './counts.mjs'
import { readFailures } from './failures.mjs'
import { ensurePostgres, startPostgres } from './postgres.mjs'

/** @typedef {import('./counts.mjs').Counts} Counts */
/** @typedef {import('./failures.mjs').Failure} Failure */
/** @typedef {{ counts: Counts, output: string, failures: Failure[], note?: string }} Result */
/**
 * The request to a stage: all its tests, or these files of its workspace. Before a release some tests run
 * longer.
 * @typedef {{ files: string[], isRelease: boolean }} Asked
 */
/** @typedef {(asked: Asked) => Promise<Result>} Stage */

const limitMs = 90 * 60_000

// With a production setting, libraries such as React lack functions that the tests call.
const { NODE_ENV: _, ...given } = process.env
/** @type {NodeJS.ProcessEnv} */
const env = { ...given, NO_COLOR: '1' }

const typed = ['contract', 'server', 'web', 'web/worker', 'e2e', 'bench', 'scripts']

/**
 * Parts in which the two versions of PostgreSQL may differ: migrations, constraints, ordering, letters, plans
 * of lists. The end-to-end tests and the tests that kill processes run on the embedded one and cover the
 * rest.
 */
const onEmbedded = [
  'src/database/',
  'src/features/localizations/',
  'src/features/products/',
  'src/features/ledger/',
]

/** More random cases before a release. Every change runs the same tests with fewer cases. */
const forRelease = { LEDGER_OPERATIONS: '1000000', KILLS: '100', TEST_DAY: 'all' }

/** Checks of the sources, of which two run concurrently. @type {Record<string, Stage>} */
export const checks = {
  types: () => check(...typed.map((folder) => [programOf('typescript'), '-p', folder])),
  lint: () => check([programOf('@biomejs/biome'), 'check', '--error-on-warnings', '.']),
  levels: () => check(['scripts/levels.mjs']),
  knip: () => check([programOf('knip')]),
  scripts: testScripts,
  build: () => check(['scripts/build.mjs']),
}

/** Tests that run one after another, each alone on the machine. @type {Record<string, Stage>} */
export const tests = {
  web: ({ files }) => testWithVitest('web', files),
  server: testServer,
  embedded: testEmbedded,
  e2e: ({ files, isRelease }) => testBuilt('journeys', files, isRelease ? forRelease : {}),
  processes: ({ files, isRelease }) => testBuilt('processes*', files, isRelease ? forRelease : {}),
}

/**
 * Runs programs as one test, which passes if all of them succeed.
 * @param {string[][]} programs @returns {Promise<Result>}
 */
async function check(...programs) {
  let [code, output] = [0, '']
  for (const program of programs) {
    const ended = await runNode(program)
    code ||= ended.code
    output += ended.output
  }
  return asResult(asOneTest({ code, output }), output)
}

/** @returns {Promise<Result>} */
async function testScripts() {
  const files = readdirSync(join(root, 'scripts'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.mjs') && !name.includes('node_modules'))
    .map((name) => join('scripts', name))
  const ended = await runNode(['--test', '--test-reporter=tap', ...files])
  return asResult(countNodeTests(ended), ended.output)
}

/**
 * The result of a program that does not name its tests.
 * @param {Counts} counts @param {string} output @returns {Result}
 */
function asResult(counts, output) {
  const reason = output.split('\n').find((line) => /error|not ok|✖|✗|×/i.test(line)) ?? 'see above'
  const failures = counts.failed > 0 ? [{ name: 'failed', reason: reason.trim().slice(0, 300) }] : []
  return { counts, output, failures }
}

/**
 * Tests the server on the oldest supported PostgreSQL, or on the embedded one if it cannot be installed.
 * Under CI that is a failure, because no other stage tests the oldest version.
 * @type {Stage}
 */
async function testServer({ files }) {
  // The stage `embedded` runs the tests of the embedded PostgreSQL itself.
  const chosen = files.length > 0 ? files : ['--project=!embedded']
  if (env.TEST_DATABASE_URL) return testWithVitest('server', chosen)
  const postgres = await ensurePostgres()
  if (!postgres && env.CI) {
    return asResult({ passed: 0, failed: 1, skipped: 0 }, 'error: PostgreSQL 15 could not be installed\n')
  }
  if (!postgres) return { ...(await testWithVitest('server', chosen)), note: 'on the embedded PostgreSQL' }
  const { url, stop } = await startPostgres(postgres.bin)
  try {
    const tested = await testWithVitest('server', chosen, { TEST_DATABASE_URL: url })
    return { ...tested, note: `on PostgreSQL ${postgres.version}` }
  } finally {
    await stop()
  }
}

/** @type {Stage} */
async function testEmbedded({ files, isRelease }) {
  const chosen = files.length > 0 || isRelease ? files : onEmbedded
  return testWithVitest('server', chosen, { TEST_DATABASE_URL: '' })
}

/**
 * Runs tests of the built product.
 * @param {'journeys' | 'processes*'} project one, or all projects with this prefix
 * @param {string[]} files
 * @param {Record<string, string>} [more] settings
 */
async function testBuilt(project, files, more) {
  if (!isBuilt()) {
    const built = await check(['scripts/build.mjs'])
    if (built.counts.failed > 0) return built
  }
  return testWithVitest('e2e', [`--project=${project}`, ...files], more)
}

/**
 * @param {string} workspace
 * @param {string[]} args files and options
 * @param {Record<string, string>} [more] settings in addition to those of this process
 * @returns {Promise<Result>}
 */
async function testWithVitest(workspace, args, more = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'artel-report-'))
  const report = join(folder, 'report.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const cwd = join(root, workspace)
  try {
    const program = [programOf('vitest'), 'run', ...reporters, ...args]
    const ended = await run(process.execPath, program, { env: { ...env, ...more }, limitMs, cwd })
    const counts = countVitest(ended, report)
    const failures = readFailures(report, cwd)
    if (counts.failed > 0 && failures.length === 0) return asResult(counts, ended.output)
    return { counts, output: ended.output, failures }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** @param {string[]} args */
const runNode = (args) => run(process.execPath, args, { env, limitMs })
