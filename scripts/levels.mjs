// @ts-check
import { pathToFileURL } from 'node:url'
import { checkFiles, readSources } from './checks/files.mjs'
import { checkImports } from './checks/imports.mjs'
import { root } from './processes.mjs'

/**
 * The levels, lowest first; names in one list share a level. A folder imports only from levels below its own,
 * so no two folders import each other. A feature may also import features of lower lists, but only their
 * `<name>.ts`.
 */
export const levels = {
  web: [
    ['i18n', 'ui'],
    ['api'],
    ['virtual.d.ts'],
    ['forms'],
    ['features'],
    ['app'],
    ['login.tsx', 'main.tsx'],
  ],
  server: [
    [
      'days.ts',
      'own-program.ts',
      'person.ts',
      'readable-log.ts',
      'samples',
      'seal.ts',
      'setting-names.ts',
      'slices.ts',
      'stop.ts',
      'storage',
      'token.ts',
      'version.ts',
    ],
    ['clock.ts', 'log.ts', 'operator-error.ts', 'own-threads.ts', 'setting-values.ts'],
    ['settings.ts'],
    ['database', 'secret-key.ts'],
    ['events', 'texts'],
    ['errors', 'jobs'],
    ['access', 'mail'],
    ['limits'],
    ['labels', 'outside', 'sessions', 'spreadsheets'],
    ['files'],
    ['lists'],
    ['http'],
    ['features'],
    ['app.ts', 'demo'],
    ['cli'],
    ['job-worker.ts'],
    ['cli.ts', 'main.ts'],
    ['testing'],
  ],
  /** Parts that any test may import: the app without a port, and the code that creates rows for tests. */
  openToTests: ['app.ts', 'testing'],
  features: [
    ['audit'],
    ['views'],
    ['multimedia'],
    ['company', 'imports', 'legal-entities', 'warehouses'],
    ['users'],
    ['devices'],
    ['localizations', 'notifications'],
    ['auth', 'pushes'],
    ['profile'],
    ['wildberries'],
    ['products'],
    ['instructions'],
    ['ledger', 'supplies'],
    ['printers', 'rewards', 'shop', 'tasks'],
    ['hours', 'orders'],
    ['achievements'],
    ['stats'],
    ['moysklad'],
    ['first-steps', 'personnel', 'search'],
  ],
}

/**
 * @param {string} folder the root of the tree @returns {string[]} the breaches, each as `file:line what is
 * wrong`
 */
export function checkTree(folder) {
  const sources = readSources(folder)
  return [...checkImports(sources, levels), ...checkFiles(sources)]
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const breaches = checkTree(root)
  for (const breach of breaches) console.log(breach)
  process.exitCode = breaches.length > 0 ? 1 : 0
}
