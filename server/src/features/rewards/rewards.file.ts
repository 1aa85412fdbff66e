import type { InferResult } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Db } from '../../database/db.ts'
import { type ListFile, listFile } from '../../lists/list-file.ts'
import type { Column } from '../../spreadsheets/spreadsheets.ts'
import { allRewardRows, type RewardFilters, type RewardQuery } from './rewards.queries.ts'

type RewardFileRow = InferResult<ReturnType<typeof allRewardRows>>[number]

const columns: Column<RewardFileRow>[] = [
  { kind: 'number', title: { ru: '№', en: 'No.' }, read: ({ id }) => id },
  { kind: 'instant', title: { ru: 'Когда', en: 'When' }, read: ({ created_at }) => created_at },
  { kind: 'text', title: { ru: 'Сотрудник', en: 'Person' }, read: ({ user }) => user.full_name },
  { kind: 'text', title: { ru: 'За что', en: 'For' }, read: ({ title }) => title },
  { kind: 'text', title: { ru: 'Описание', en: 'Description' }, read: ({ description }) => description },
  { kind: 'money', title: { ru: 'Деньги', en: 'Money' }, read: ({ money }) => money },
  { kind: 'number', title: { ru: 'Монеты', en: 'Coins' }, read: ({ coins }) => coins },
  { kind: 'text', title: { ru: 'Кто наградил', en: 'Given by' }, read: ({ creator }) => creator.full_name },
]

export const rewardFile = (db: Db, actor: Actor, filters: RewardFilters, query: RewardQuery): ListFile =>
  listFile({
    name: { ru: 'Награды', en: 'Rewards' },
    columns,
    rows: allRewardRows(db, actor, filters, query),
  })
