// @ts-check
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import test from 'node:test'
import { checkTree } from '../levels.mjs'

/** The breaches in a tree of these files. @param {Record<string, string>} files */
function check(files) {
  const folder = mkdtempSync(join(tmpdir(), 'artel-levels-'))
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    return checkTree(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Adds the quotes separately, so that this file has no such import itself. @param {string} text */
const quoted = (text) => `'${text}'`

/** A file with one import after another line. @param {string} specifier */
const importing = (specifier) => `// first\nimport { x } from '${specifier}'\n`

test('accepts a tree that follows the rules', () => {
  const files = {
    'contract/src/tasks.ts': `${importing('zod')}export * from './list.ts'\n`,
    'server/src/main.ts': importing('./features/tasks/tasks.routes.ts'),
    'server/src/demo/demo.ts': importing('../features/auth/password.ts'),
    'server/src/testing/build.ts': `${importing('../features/auth/password.ts')}process.env.X\n`,
    'server/src/features/tasks/tasks.ts': importing('../users/users.ts'),
    'server/src/features/tasks/tasks.test.ts': importing('../../testing/build.ts'),
    'server/src/features/tasks/tasks.routes.ts': importing('@artel/contract/tasks'),
    'server/src/http/protocol.test.ts': importing('../testing/build.ts'),
    'server/src/http/pages.test.ts': importing('../app.ts'),
    'web/src/app/screens.ts': `const page = () => import(${quoted('../features/tasks/task-page.tsx')})\n`,
    'web/build/texts.ts': `${importing('../src/app/catalogue.ts')}${importing('../../contract/src/errors.ts')}`,
    'e2e/src/browser.ts': importing('../../scripts/machine/chromium.mjs'),
  }
  assert.deepEqual(check(files), [])
})

/** Planted breaches: the importing file, the import, and the expected message. */
const badImports = [
  ['web/src/ui/a.ts', '../api/client.ts', 'ui imports api, which is not below it'],
  ['web/src/i18n/a.ts', '../forms/a.ts', 'i18n imports forms, which is not below it'],
  ['web/src/api/a.ts', '../forms/a.ts', 'api imports forms, which is not below it'],
  ['web/src/forms/a.ts', '../features/tasks/tasks.ts', 'forms imports features, which is not below it'],
  ['web/src/features/tasks/a.tsx', '../../app/router.tsx', 'features imports app, which is not below it'],
  [
    'web/src/features/tasks/a.tsx',
    '../users/user-card.tsx',
    'imports user-card.tsx; of users only users.ts is for others',
  ],
  ['server/src/http/a.ts', '../features/users/users.ts', 'http imports features, which is not below it'],
  ['server/src/features/users/users.ts', '../../http/a.ts', 'imports http, which only routes do'],
  ['server/src/database/a.ts', '../testing/build.ts', 'database imports testing, which is not below it'],
  ['server/src/labels/a.ts', '../outside/outside.ts', 'labels imports outside, which is not below it'],
  ['server/src/clock.ts', './features/users/users.ts', 'clock.ts imports features, which is not below it'],
  ['server/src/http/a.ts', '../app.ts', 'http imports app.ts, which is not below it'],
  ['server/src/http/a.test.ts', '../demo/demo.ts', 'http imports demo, which is not below it'],
  ['server/src/settings.ts', './demo/demo.ts', 'settings.ts imports demo, which is not below it'],
  ['server/src/features/users/a.ts', '../../app.ts', 'features imports app.ts, which is not below it'],
  [
    'server/src/features/users/a.ts',
    '../tasks/tasks.ts',
    'the feature users imports tasks, which is not below it',
  ],
  [
    'server/src/features/tasks/a.ts',
    '../shop/shop.ts',
    'the feature tasks imports shop, which is not below it',
  ],
  [
    'server/src/features/tasks/a.ts',
    '../users/users.queries.ts',
    'imports users.queries.ts; of users only users.ts is for others',
  ],
  [
    'server/src/features/tasks/a.test.ts',
    '../users/users.queries.ts',
    'imports users.queries.ts; of users only users.ts is for others',
  ],
  ['server/src/features/tasks/a.ts', '../novelty/novelty.ts', 'novelty has no level in scripts/levels.mjs'],
  ['server/src/http/a.ts', '../helpers/a.ts', 'helpers has no level in scripts/levels.mjs'],
  ['server/src/main.ts', './testing/build.ts', 'main.ts imports testing, which is not below it'],
  ['contract/src/a.ts', 'dayjs', 'imports dayjs; the contract imports only zod and icu-minify'],
  [
    'contract/src/a.ts',
    '../../server/src/clock.ts',
    'imports server; the contract imports only zod and icu-minify',
  ],
  ['web/src/api/a.ts', '../../../server/src/clock.ts', 'imports server across packages'],
  ['server/src/http/a.ts', '../../../web/src/api/a.ts', 'imports web across packages'],
  ['e2e/src/a.ts', '@artel/server/clock', 'imports @artel/server, which no other package may know'],
]

for (const [path = '', specifier = '', why] of badImports) {
  test(`${path} may not import ${specifier}`, () => {
    assert.deepEqual(check({ [path]: importing(specifier) }), [`${path}:2 ${why}`])
  })
}

const ways = {
  'of a type': "import type { A } from '../api/a.ts'\n",
  'for its effect': "import '../api/a.ts'\n",
  'of a default and names': "import a, { b } from '../api/a.ts'\n",
  'of a namespace': "import * as a from '../api/a.ts'\n",
  'when it is needed': `const a = await import(${quoted('../api/a.ts')})\n`,
  'to pass it on': "export { a } from '../api/a.ts'\n",
  'to pass all on': "export * from '../api/a.ts'\n",
}

for (const [way, text] of Object.entries(ways)) {
  test(`detects an import ${way}`, () => {
    assert.deepEqual(check({ 'web/src/ui/a.ts': text }), [
      'web/src/ui/a.ts:1 ui imports api, which is not below it',
    ])
  })
}

test('an import over several lines is reported at the line of its source', () => {
  const text = "import {\n  a,\n  b,\n} from '../api/a.ts'\n"
  assert.deepEqual(check({ 'web/src/ui/a.ts': text }), [
    'web/src/ui/a.ts:4 ui imports api, which is not below it',
  ])
})

test('rejects file names that are not in kebab-case', () => {
  assert.deepEqual(check({ 'web/src/ui/PageHeader.tsx': '', 'server/src/http/body_parser.ts': '' }), [
    'server/src/http/body_parser.ts:1 the name body_parser.ts is not in kebab-case',
    'web/src/ui/PageHeader.tsx:1 the name PageHeader.tsx is not in kebab-case',
  ])
})

test('a file has at most 400 lines, unless it is generated', () => {
  const files = {
    'server/src/database/tables.ts': '\n'.repeat(401),
    'web/src/ui/a.ts': '\n'.repeat(400),
    'web/src/ui/b.ts': '\n'.repeat(401),
  }
  assert.deepEqual(check(files), ['web/src/ui/b.ts:401 the file has 401 lines, more than 400'])
})

test('a folder has at most 25 files', () => {
  const names = (/** @type {string} */ folder, /** @type {number} */ count) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`${folder}/a${index}.ts`, '']))
  for (const folder of ['web/src/features/tasks', 'contract/src', 'e2e/src']) {
    assert.deepEqual(check(names(folder, 25)), [])
    assert.deepEqual(check({ ...names(folder, 26), [`${folder}/list/b.ts`]: '' }), [
      `${folder}:1 the folder has 26 files, more than 25`,
    ])
  }
})

test('rejects tests with .skip or .only', () => {
  const starts = ['test.skip', 'describe.only', 'it.concurrent.only', 'test']
  const text = starts.map((start) => `${start}('.skip')\n`).join('')
  assert.deepEqual(check({ 'web/src/ui/a.test.ts': text }), [
    'web/src/ui/a.test.ts:1 a test is left out by .skip or .only',
    'web/src/ui/a.test.ts:2 a test is left out by .skip or .only',
    'web/src/ui/a.test.ts:3 a test is left out by .skip or .only',
  ])
})

test('server code reads the environment only in settings.ts', () => {
  const text = 'const port = process.env.PORT\n'
  const files = { 'server/src/settings.ts': text, 'web/vite.config.ts': text, 'server/src/http/a.ts': text }
  assert.deepEqual(check(files), [
    'server/src/http/a.ts:1 reads the environment, which only settings.ts does',
  ])
})

test('a literal is not spread into another literal', () => {
  // In two parts, so that the check does not find this file.
  const dots = '...'
  const lines = ['const a = {', `  ${dots}{ b: 1, c: 2 },`, '  ...rest,', '  ...(isOn && { d: 3 }),', '}']
  const list = [
    'const e = [',
    '  ...[1, 2],',
    '  ...[3, 4].map(twice),',
    ']',
    'const f = (...[g, h]: Pair) => g',
    `const i = [${dots}(['j'] as const).map(twice)]`,
    'const k = [',
    `  ${dots}(['l', 'm'] as const),`,
    `  ${dots}[`,
    "    ['n', 'o'],",
    '  ],',
    `  ${dots}[`,
    "    ['p', 'q'],",
    '  ].map(twice),',
    ']',
  ]
  assert.deepEqual(check({ 'server/src/http/a.ts': [...lines, ...list, ''].join('\n') }), [
    'server/src/http/a.ts:2 spreads a literal, whose entries can stand here directly',
    'server/src/http/a.ts:7 spreads a literal, whose entries can stand here directly',
    'server/src/http/a.ts:13 spreads a literal, whose entries can stand here directly',
    'server/src/http/a.ts:14 spreads a literal, whose entries can stand here directly',
  ])
})
