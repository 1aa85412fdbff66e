import { readdirSync, readFileSync } from 'node:fs'
import { locales } from '@artel/contract/shapes/primitives'
import { isOfLog } from '@artel/contract/texts/texts.kept'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '../database/db.ts'
import { useTestApp } from '../testing/app.ts'
import { buildWarehouse } from '../testing/rows/build.ts'
import { buildTeam, type Team } from '../testing/rows/team.ts'
import { findSay } from './company-texts.ts'
import { type SharedKey, sharedWords } from './shared-words.ts'

const test_ = useTestApp()
let db: Db
let as: Team['as']

beforeEach(async () => {
  ;({ db, as } = await buildTeam(test_))
})

const keys = Object.entries(sharedWords.en).flatMap(
  ([namespace, words]) => Object.keys(words).map((name) => `${namespace}.${name}` as SharedKey), // `Object.keys` widens the names
)
const own = (key: string) => ({ ru: `Своё ${key}`, en: `Own ${key}` })

async function publish(texts: readonly { key: string; ru: string; en: string }[]) {
  expect((await as.owner.post('/localizations', { localizations: texts })).statusCode).toBe(200)
  expect((await as.owner.post('/localizations/sync')).statusCode).toBe(200)
}

describe('a word that screens and files share', () => {
  test('is that of the company in files too, in both languages', async () => {
    const warehouse_id = await buildWarehouse(db)
    await as.admin.post('/supplies/create', { number: 'П-1', marketplace: 'other', warehouse_id })
    await publish([
      { key: 'supplies.status_draft', ru: 'Набросок', en: 'Sketch' },
      { key: 'supplies.marketplace_other', ru: 'Ярмарка', en: 'Fair' },
    ])
    const file = async () => (await as.admin.post('/supplies?format=csv', {})).raw.body
    expect(await file()).toContain('П-1;Набросок;Ярмарка;')
    await as.admin.post('/app/set_locale', { locale: 'en' })
    expect(await file()).toContain('П-1,Sketch,Fair,')
  })

  test('is said in the text of the company, each but those of the audit log', async () => {
    const offered = keys.filter((key) => !isOfLog(key))
    await publish(offered.map((key) => ({ key, ...own(key) })))
    const say = await findSay(db)
    for (const language of locales)
      expect(offered.filter((key) => say(language, key) !== own(key)[language])).toEqual([])
  })

  test('stands once: no code of the server lists words of an enumeration', () => {
    const folder = new URL('../', import.meta.url)
    const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (path) => path.endsWith('.ts') && !path.endsWith('.test.ts'),
    )
    // Titles of columns are listed by the names of fields, and screens do not share them.
    const listed = /Record<(?!string,|RowMetric,)[^<>]+, Words>/
    const found = sources.filter((path) => listed.test(readFileSync(new URL(path, folder), 'utf8')))
    expect(found).toEqual([])
  })
})
