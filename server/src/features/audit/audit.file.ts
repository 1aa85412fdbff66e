import type { AuditEntity } from '@artel/contract/audit/audit.line'
import type { Locale } from '@artel/contract/shapes/primitives'
import type { InferResult } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { wallClock } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { type ListFile, listFile } from '../../lists/list-file.ts'
import type { Column } from '../../spreadsheets/spreadsheets.ts'
import { findSay } from '../../texts/company-texts.ts'
import { isSaid, sayDefault } from '../../texts/said-texts.ts'
import { type AuditFilters, type AuditQuery, allEntryRows } from './audit.queries.ts'

type EntryRow = InferResult<ReturnType<typeof allEntryRows>>[number]

/** Returns a text in the reader's language; undefined if the key has none. */
type WordOf = (key: string) => string | undefined

/** Fields and values as the page of the log words them. One without a text stays as it is stored. */
function asText(
  row: EntryRow,
  fields: Record<string, unknown>,
  { language, timezone }: Actor,
  wordOf: WordOf,
): string | null {
  const shown = (value: string) => {
    if (isInstant.test(value)) return wallClock(value, timezone).toISOString().slice(0, 16).replace('T', ' ')
    return (/^[a-z_]+$/.test(value) && wordOf(`auditWords.value_${value}`)) || value
  }
  const textOf = (path: string, value: unknown): string => {
    if (path === 'achievement') return nameOfCode(String(value), wordOf)
    if (path === 'kind') return wordOf(`auditWords.kind_${value}`) ?? String(value)
    if (typeof value === 'number') return figureOf(row.entity, path, value, language)
    if (value === null) return '—'
    if (typeof value === 'boolean') return wordOf(`auditWords.${value ? 'yes' : 'no'}`) ?? ''
    return typeof value === 'string' ? shown(value) : JSON.stringify(value)
  }
  const lines = Object.entries(fields).map(
    ([path, value]) => `${nameOf(path, wordOf)}: ${textOf(path, value)}`,
  )
  return lines.length > 0 ? lines.join('\n') : null
}

/** A path of the achievement settings: the achievement, and its field. */
const ofAchievement = /^achievements\.(\w+)\.(on|coins)$/

function nameOf(path: string, wordOf: WordOf): string {
  const [, code, part] = ofAchievement.exec(path) ?? []
  if (code) return `${nameOfCode(code, wordOf)}, ${wordOf(`auditWords.field_achievements_${part}`)}`
  return wordOf(`auditWords.field_${path.replaceAll('.', '_')}`) ?? path
}

// An unknown code has no name.
const nameOfCode = (code: string, wordOf: WordOf): string => wordOf(`achievementNames.${code}`) ?? code

const isInstant = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

function figureOf(entity: AuditEntity, path: string, value: number, language: Locale): string {
  const isAmount = (entity === 'money' || entity === 'coins') && path === 'amount'
  const isMoney =
    (entity === 'money' && isAmount) || ((entity === 'reward' || entity === 'task') && path === 'money')
  const figure = new Intl.NumberFormat(language, {
    ...(isMoney && { style: 'currency', currency: 'RUB', currencyDisplay: 'narrowSymbol' }),
    ...(isAmount ? { signDisplay: 'exceptZero' } : { useGrouping: isMoney }),
  })
  // Money is stored in kopecks. The minus sign is as wide as the plus sign.
  return figure.format(isMoney ? value / 100 : value).replace('-', '−')
}

const columnsFor = (actor: Actor, wordOf: WordOf): Column<EntryRow>[] => [
  { kind: 'number', title: { ru: '№', en: 'No.' }, read: ({ id }) => id },
  { kind: 'instant', title: { ru: 'Когда', en: 'When' }, read: ({ created_at }) => created_at },
  { kind: 'text', title: { ru: 'Кто', en: 'Who' }, read: ({ user }) => user?.full_name ?? null },
  { kind: 'text', title: { ru: 'Адрес', en: 'Address' }, read: ({ address }) => address },
  { kind: 'text', title: { ru: 'Устройство', en: 'Device' }, read: ({ device }) => device },
  {
    kind: 'text',
    title: { ru: 'Действие', en: 'Action' },
    read: ({ action, entity }, language) => sayDefault(language, `audit.action_${action}`, { entity }),
  },
  {
    kind: 'text',
    title: { ru: 'Над чем', en: 'What' },
    read: ({ entity }, language) => sayDefault(language, `audit.entity_${entity}`),
  },
  { kind: 'number', title: { ru: '№ этого', en: 'Its no.' }, read: ({ entity_id }) => entity_id },
  { kind: 'text', title: { ru: 'Название', en: 'Name' }, read: ({ title }) => title },
  {
    kind: 'text',
    title: { ru: 'Было', en: 'Before' },
    read: (row) => asText(row, row.before, actor, wordOf),
  },
  {
    kind: 'text',
    title: { ru: 'Стало', en: 'After' },
    read: (row) => asText(row, row.after, actor, wordOf),
  },
]

export async function auditFile(
  db: Db,
  actor: Actor,
  filters: AuditFilters,
  query: AuditQuery,
): Promise<ListFile> {
  const say = await findSay(db)
  return listFile({
    name: { ru: 'Журнал', en: 'Audit log' },
    columns: columnsFor(actor, (key) => (isSaid(key) ? say(actor.language, key) : undefined)),
    rows: allEntryRows(db, actor, filters, query),
  })
}
