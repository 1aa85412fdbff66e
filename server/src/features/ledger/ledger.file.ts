import type { Ledger } from '@artel/contract/ledger/ledger.line'
import type { Locale } from '@artel/contract/shapes/primitives'
import type { InferResult } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Db } from '../../database/db.ts'
import { type ListFile, listFile } from '../../lists/list-file.ts'
import type { Column } from '../../spreadsheets/spreadsheets.ts'
import { findSay } from '../../texts/company-texts.ts'
import { isSaid, type Say } from '../../texts/said-texts.ts'
import { allEntryRows, type LedgerFilters, type LedgerQuery } from './ledger.list.queries.ts'

type EntryFileRow = InferResult<ReturnType<typeof allEntryRows>>[number]

const columnsOf = (kind: 'money' | 'number', say: Say): Column<EntryFileRow>[] => [
  { kind: 'number', title: { ru: '№', en: 'No.' }, read: ({ id }) => id },
  { kind: 'instant', title: { ru: 'Когда', en: 'When' }, read: ({ created_at }) => created_at },
  { kind: 'text', title: { ru: 'Сотрудник', en: 'Person' }, read: ({ user }) => user.full_name },
  {
    kind: 'text',
    title: { ru: 'Вид', en: 'Kind' },
    read: (row, language) => say(language, `ledger.kind_${row.kind}`),
  },
  { kind, title: { ru: 'Сумма', en: 'Amount' }, read: ({ amount }) => amount },
  { kind, title: { ru: 'Остаток', en: 'Balance' }, read: ({ balance }) => balance },
  {
    kind: 'text',
    title: { ru: 'За что', en: 'For' },
    read: ({ source }, language) => wordsOf(source, language, say),
  },
  { kind: 'text', title: { ru: 'Комментарий', en: 'Comment' }, read: ({ comment }) => comment },
  {
    kind: 'text',
    title: { ru: 'Кто внёс', en: 'Entered by' },
    read: (row) => row.creator?.full_name ?? null,
  },
  {
    kind: 'text',
    title: { ru: 'Кто одобрил', en: 'Approved by' },
    read: (row) => row.approver?.full_name ?? null,
  },
  { kind: 'number', title: { ru: 'Отменяет №', en: 'Reverses No.' }, read: (row) => row.reverses_id },
]

/** The title of an entry's source. An achievement is stored by its code, so its name is looked up. */
function wordsOf(source: EntryFileRow['source'], language: Locale, say: Say): string | null {
  if (source?.type !== 'achievement') return source?.title ?? null
  const key = `achievementNames.${source.title}`
  return isSaid(key) ? say(language, key) : null
}

export async function ledgerFile(
  db: Db,
  actor: Actor,
  ledger: Ledger,
  filters: LedgerFilters,
  query: LedgerQuery,
): Promise<ListFile> {
  const say = await findSay(db)
  return listFile({
    name: { ru: say('ru', `ledger.${ledger}`), en: say('en', `ledger.${ledger}`) },
    columns: columnsOf(ledger === 'money' ? 'money' : 'number', say),
    rows: allEntryRows(db, actor, ledger, filters, query),
  })
}
