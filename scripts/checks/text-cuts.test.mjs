// @ts-check
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'node:test'
import { root } from '../processes.mjs'
import { checkTextCuts } from './text-cuts.mjs'

const strict = { strict: true, target: 'esnext', module: 'nodenext', types: [], noEmit: true }

/** The findings in a file of these lines. @param {string[]} lines */
function check(lines) {
  const folder = mkdtempSync(join(tmpdir(), 'artel-cuts-'))
  try {
    mkdirSync(join(folder, 'server'))
    writeFileSync(join(folder, 'server/tsconfig.json'), JSON.stringify({ compilerOptions: strict }))
    const text = [
      'const most = 240',
      'declare const rows: readonly string[]',
      'declare let text: string',
      ...lines,
    ]
    writeFileSync(join(folder, 'server/a.ts'), `${text.join('\n')}\nexport {}\n`)
    writeFileSync(join(folder, 'server/a.test.ts'), `export const cut = 'text'.slice(0, 100)\n`)
    return checkTextCuts(folder, ['server'])
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('finds texts that are cut at a limit', () => {
  const cuts = [
    'text = text.slice(0, most)',
    "text = rows[0]?.trim().slice(0, 100) + '…'",
    "text = rows.join('; ')\n  .substring(0, most)",
    'text = text.substr(0, most)',
    "for (const part of ['a', 'b'] as const) text = part.slice(0, most)",
  ]
  const found = [
    'server/a.ts:4 cuts a text by .slice; cutText halves no sign',
    'server/a.ts:5 cuts a text by .slice; cutText halves no sign',
    'server/a.ts:6 cuts a text by .substring; cutText halves no sign',
    'server/a.ts:8 cuts a text by .substr; cutText halves no sign',
    'server/a.ts:9 cuts a text by .slice; cutText halves no sign',
  ]
  assert.deepEqual(check(cuts), found)
})

test('accepts cuts of lists and dates, and cuts at a found index or a known end', () => {
  const fine = [
    'export const [some, signs] = [rows.slice(0, most), [...text].slice(0, most)]',
    "text = text.slice(0, text.indexOf(' '))",
    'text = new Date().toISOString().slice(0, 10)',
    'text = text.slice(0, -3) + text.slice(most)',
  ]
  assert.deepEqual(check(fine), [])
})

test('no source file cuts a text at a limit', () => {
  assert.deepEqual(checkTextCuts(root, ['contract', 'server', 'web']), [])
})
