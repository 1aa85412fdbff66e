// @ts-check
import { globSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root, run } from '../processes.mjs'

/**
 * The folders of the packages that workspaces use in production, with those that they use in turn, as paths in the
 * tree.
 * @param {string[]} workspaces
 * @throws Error with the output of npm
 */
export async function listProduction(workspaces) {
  const named = workspaces.flatMap((name) => ['-w', name])
  const { output } = await run('npm', ['ls', '--omit=dev', ...named, '--all', '--parseable'])
  const paths = output.split('\n').map((path) => relative(root, path.trim()))
  const folders = paths.filter((path) => /node_modules\/(?!@artel\/)/.test(path)).sort()
  if (folders.length === 0) throw new Error(`npm lists no packages:\n${output}`)
  return folders
}

/**
 * The files that a licence requires to be kept.
 * @param {string} folder of a package
 */
export const listNotices = (folder) =>
  listIn(folder).filter((path) => notice.test(path.slice(folder.length + 1)))

const notice = /^(LICEN[CS]E|NOTICE|COPYING|OFL)[^/]*$/i

/**
 * All files of a package, without those of the packages in its own `node_modules`.
 * @param {string} folder
 */
export function listIn(folder) {
  const found = globSync('**', { cwd: join(root, folder), withFileTypes: true, exclude: ['node_modules'] })
  return found
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
}
