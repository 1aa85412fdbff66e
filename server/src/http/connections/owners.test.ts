import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { staffPart } from '../../limits/places.ts'

const source = join(import.meta.dirname, '../..')
const files = new Map(
  readdirSync(source, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /\.ts$/.test(name) && !/\.test\.ts$|^testing\//.test(name))
    .map((name) => [name, readFileSync(join(source, name), 'utf8')]),
)
const filesWith = (pattern: RegExp): string[] =>
  [...files].flatMap(([name, text]) => (pattern.test(text) ? [name] : [])).sort()

/**
 * Scarce resources of a process with the files that take them, and the queues that serve companies and people
 * in turn.
 */
const scarce = {
  threads: {
    pattern: /from 'piscina'|node:worker_threads|new OwnThreads\b/,
    takers: [
      'features/instructions/instructions.cleaner.ts',
      'labels/label-program.ts',
      'labels/labels.ts',
      'own-threads.ts',
    ],
    givers: ['features/instructions/instructions.cleaner.ts', 'labels/labels.ts'],
  },
  'processes of ours': {
    pattern: /\bfork\(/,
    takers: ['features/multimedia/multimedia.photos.ts', 'spreadsheets/reading/table-process.ts'],
    givers: ['features/multimedia/multimedia.photos.ts', 'spreadsheets/reading/read-table.ts'],
  },
  'requests to foreign services': { pattern: /from 'undici'|\bfetch\(/, takers: ['outside/outside.ts'] },
}

test.each(Object.entries(scarce))(
  '%s are taken only through a fair queue of companies and users',
  (_, one) => {
    expect(filesWith(one.pattern)).toEqual(one.takers)
    for (const name of 'givers' in one ? one.givers : one.takers)
      expect(files.get(name)).toMatch(/new FairQueue\(/)
  },
)

test('a table process is started only in the file that queues it', () => {
  expect(filesWith(/new TableProcess\(/)).toEqual(['spreadsheets/reading/read-table.ts'])
})

test('passwords are hashed only in a queue, except by the CLI and the demo', () => {
  expect(filesWith(/from '@node-rs\/argon2'/)).toEqual(['features/auth/password.ts'])
  expect(filesWith(/\bhashPassword\(/)).toEqual([
    'cli/company/create.ts',
    'demo/demo.ts',
    'features/auth/password.ts',
  ])
})

test('resources of an answer are released even if the answer was already over', () => {
  // `onceOver` checks that. The other files listen from the beginning, check first, or wait for another
  // event.
  expect(filesWith(/\.once\('close'/)).toEqual([
    'cli/password.ts',
    'features/printers/printers.client.ts',
    'files/send-file.ts',
    'files/uploads.ts',
    'http/body/multipart.ts',
    'http/body/pieces.ts',
    'http/calls/call-log.ts',
    'http/connections/connections.ts',
    'http/connections/once-over.ts',
  ])
})

test('one person leaves places to colleagues, and two companies leave places to others', () => {
  const limits = /\{ all: ([\d_]+)[^,}]*, company: ([\d_]+)[^,}]*, person: ([\d_]+)[^,}]* \}/g
  const tables = [...files].flatMap(([name, text]) =>
    Array.from(text.matchAll(limits), (found) => {
      const [all = 0, company = 0, person = 0] = found
        .slice(1)
        .map((digits) => Number(digits.replaceAll('_', '')))
      return { name, all, company, person }
    }),
  )
  expect(tables.length).toBeGreaterThan(5)
  const unfair = tables.filter(
    ({ all, company, person }) => person >= staffPart(company) || 2 * company >= all,
  )
  // Long reads end within a second or two, and each may take much memory, so there are few.
  expect(unfair.map(({ name }) => name)).toEqual(['http/calls/dispatch.ts'])
})

test('every other queue has limits per owner, not only for the process', () => {
  expect(filesWith(/from 'p-(limit|queue)'|\bSemaphore\b/)).toEqual(['limits/keyed-limits.ts'])
  // Shares have a limit per company and per person; attempts have one per account and per address.
  expect(filesWith(/new KeyedLimits\(/)).toEqual(['limits/shares.ts', 'limits/tries.ts'])
  // Places for uploads, readers of files, long reads and bodies. The caller names the owner.
  expect(filesWith(/new Places\(/)).toEqual([
    'features/multimedia/multimedia.files.routes.ts',
    'files/uploads.ts',
    'http/body/held-bytes.ts',
    'http/calls/dispatch.ts',
  ])
  expect(filesWith(/class \w*(Places|Queue)\b/)).toEqual(['limits/fair-queue.ts', 'limits/places.ts'])
})
