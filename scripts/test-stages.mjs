// @ts-check
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isBuilt } from './build-stamp.mjs'
import { programOf, root, run } from './processes.mjs'
import { asOneTest, countNodeTests, countVitest } from './test-counts.mjs'

/** @typedef {import('./test-counts.mjs').Counts} Counts */
/** @typedef {{ counts: Counts, output: string }} Result */

const limitMs = 30 * 60_000

// As a production setting React, say, would have none of what its tests call.
const { NODE_ENV: _, ...given } = process.env
const env = { ...given, NO_COLOR: '1' }

const typed = ['contract', 'server', 'web', 'web/worker', 'e2e', 'bench', 'scripts']

/** What `npm test` runs, in this order. @type {Record<string, () => Promise<Result>>} */
export const stages = {
  types: () => check(...typed.map((folder) => [programOf('typescript'), '-p', folder])),
  lint: () => check([programOf('@biomejs/biome'), 'check', '--error-on-warnings', '.']),
  levels: () => check(['scripts/levels.mjs']),
  knip: () => check([programOf('knip')]),
  scripts: testScripts,
  build: () => check(['scripts/build.mjs']),
  server: () => testWithVitest('server'),
  web: () => testWithVitest('web'),
  e2e: () => testBuilt('journeys'),
  processes: () => testBuilt('processes'),
}

/** Runs programs as one test: it passes where all do. @param {string[][]} programs */
async function check(...programs) {
  let [code, output] = [0, '']
  for (const program of programs) {
    const ended = await runNode(program)
    code ||= ended.code
    output += ended.output
  }
  return { counts: asOneTest({ code, output }), output }
}

async function testScripts() {
  const files = readdirSync(join(root, 'scripts')).filter((name) => name.endsWith('.test.mjs'))
  const ended = await runNode(['--test', '--test-reporter=tap', ...files.map((name) => `scripts/${name}`)])
  return { counts: countNodeTests(ended), output: ended.output }
}

/** What runs the built product. @param {'journeys' | 'processes'} project */
async function testBuilt(project) {
  if (!isBuilt()) {
    const built = await check(['scripts/build.mjs'])
    if (built.counts.failed > 0) return built
  }
  return testWithVitest('e2e', `--project=${project}`)
}

/** @param {string} workspace @param {string[]} options */
async function testWithVitest(workspace, ...options) {
  const folder = mkdtempSync(join(tmpdir(), 'artel-report-'))
  const report = join(folder, 'report.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  try {
    const ended = await runNode([programOf('vitest'), 'run', ...reporters, ...options], join(root, workspace))
    return { counts: countVitest(ended, report), output: ended.output }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** @param {string[]} args @param {string} [cwd] */
const runNode = (args, cwd) => run(process.execPath, args, { env, limitMs, ...(cwd && { cwd }) })
