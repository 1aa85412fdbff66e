// @ts-check
import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { root } from '../processes.mjs'

/** Links to other packages of the tree. They must point into the copy. */
const ownScope = '@artel'

/**
 * Copies the working tree into a temporary folder, which is deleted when this process ends. Installed
 * packages are linked.
 * @returns {string} the folder
 */
export function copyTree() {
  const folder = mkdtempSync(join(tmpdir(), 'artel-mutants-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 ** 2,
  })
  for (const path of listed.split('\0').filter((name) => name && existsSync(join(root, name)))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    copyFileSync(join(root, path), join(folder, path))
  }
  for (const workspace of ['.', 'server']) linkPackages(join(workspace, 'node_modules'), folder)
  return folder
}

/** @param {string} path @param {string} folder */
function linkPackages(path, folder) {
  if (!existsSync(join(root, path))) return
  mkdirSync(join(folder, path), { recursive: true })
  for (const name of readdirSync(join(root, path)).filter((entry) => !entry.startsWith('.'))) {
    const [from, to] = [join(root, path, name), join(folder, path, name)]
    if (name === ownScope) cpSync(from, to, { recursive: true, verbatimSymlinks: true })
    else symlinkSync(from, to)
  }
}
