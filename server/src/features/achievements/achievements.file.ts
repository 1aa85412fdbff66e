import { achievementNames } from '@artel/contract/achievements.names'
import type { InferResult } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Db } from '../../database/db.ts'
import { type ListFile, listFile } from '../../http/list-file.ts'
import type { Column, Words } from '../../spreadsheets/spreadsheets.ts'
import {
  type AchievementFilters,
  type AchievementQuery,
  allAchievementRows,
} from './achievements.list.queries.ts'

type AchievementFileRow = InferResult<ReturnType<typeof allAchievementRows>>[number]

const byRule: Words = { ru: 'По правилу', en: 'By rule' }

const columns: Column<AchievementFileRow>[] = [
  { kind: 'number', title: { ru: '№', en: 'No.' }, read: ({ id }) => id },
  { kind: 'instant', title: { ru: 'Когда', en: 'When' }, read: ({ created_at }) => created_at },
  { kind: 'text', title: { ru: 'Сотрудник', en: 'Person' }, read: ({ user }) => user.full_name },
  {
    kind: 'text',
    title: { ru: 'Достижение', en: 'Achievement' },
    read: ({ achievement }, language) => achievementNames[achievement][language],
  },
  { kind: 'text', title: { ru: 'За что', en: 'For' }, read: ({ period }) => period },
  { kind: 'number', title: { ru: 'Монеты', en: 'Coins' }, read: ({ coins }) => coins },
  {
    kind: 'text',
    title: { ru: 'Кто вручил', en: 'Given by' },
    read: ({ giver }, language) => giver?.full_name ?? byRule[language],
  },
  { kind: 'text', title: { ru: 'Комментарий', en: 'Comment' }, read: ({ comment }) => comment },
  {
    kind: 'text',
    title: { ru: 'Отозвано', en: 'Taken back' },
    read: ({ revoked }) => revoked?.reason ?? null,
  },
]

export const achievementFile = (
  db: Db,
  actor: Actor,
  filters: AchievementFilters,
  query: AchievementQuery,
): ListFile =>
  listFile({
    name: { ru: 'Достижения', en: 'Achievements' },
    columns,
    rows: allAchievementRows(db, actor, filters, query),
  })
