// @ts-check
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../processes.mjs'
import { listNotices, listProduction } from './packages.mjs'

/** Licences under which code may become a part of a work under AGPL-3.0-only. */
const compatible = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Unlicense',
])

/** Packages whose description names no licence, with the one in their files. */
const unnamed = new Map([['png-js', 'MIT']])

/** The licences of all packages of which a release contains a part. @throws Error if one is not known to be compatible */
export async function gatherLicences() {
  const parts = []
  for (const folder of await listProduction(['@artel/server', '@artel/web'])) {
    const { name, version, license } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
    const licence = license ?? unnamed.get(name)
    if (!isCompatible(licence)) throw new Error(`${name} ${version} has the licence ${licence}`)
    const texts = listNotices(folder).map((path) => readFileSync(join(root, path), 'utf8').trim())
    parts.push([`${name} ${version} (${licence})`, ...texts].join('\n\n'))
  }
  return `${parts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}

/**
 * A term such as `(MIT OR Apache-2.0)` or `MIT AND ISC`. Of a choice any licence may be the compatible one.
 * @param {string | undefined} term
 */
export function isCompatible(term) {
  if (!term) return false
  const choices = term.replaceAll(/[()]/g, '').split(' OR ')
  return choices.some((choice) => choice.split(' AND ').every((licence) => compatible.has(licence)))
}
