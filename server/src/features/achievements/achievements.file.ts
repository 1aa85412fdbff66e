import type { InferResult } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Db } from '../../database/db.ts'
import { type ListFile, listFile } from '../../lists/list-file.ts'
import type { Column, Words } from '../../spreadsheets/spreadsheets.ts'
import { findSay } from '../../texts/company-texts.ts'
import type { Say } from '../../texts/said-texts.ts'
import {
  type AchievementFilters,
  type AchievementQuery,
  allAchievementRows,
} from './achievements.list.queries.ts'

type AchievementFileRow = InferResult<ReturnType<typeof allAchievementRows>>[number]

const byRule: Words = { ru: 'По правилу', en: 'By rule' }

const columnsFor = (say: Say): Column<AchievementFileRow>[] => [
  { kind: 'number', title: { ru: '№', en: 'No.' }, read: ({ id }) => id },
  { kind: 'instant', title: { ru: 'Когда', en: 'When' }, read: ({ created_at }) => created_at },
  { kind: 'text', title: { ru: 'Сотрудник', en: 'Person' }, read: ({ user }) => user.full_name },
  {
    kind: 'text',
    title: { ru: 'Достижение', en: 'Achievement' },
    read: ({ achievement }, language) => say(language, `achievementNames.${achievement}`),
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
    title: { ru: 'Отозвано', en: 'Revoked' },
    read: ({ revoked }) => revoked?.reason ?? null,
  },
]

export const achievementFile = async (
  db: Db,
  actor: Actor,
  filters: AchievementFilters,
  query: AchievementQuery,
): Promise<ListFile> =>
  listFile({
    name: { ru: 'Достижения', en: 'Achievements' },
    columns: columnsFor(await findSay(db)),
    rows: allAchievementRows(db, actor, filters, query),
  })
