import type { InferResult } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Db } from '../../database/db.ts'
import { type ListFile, listFile } from '../../lists/list-file.ts'
import type { Column } from '../../spreadsheets/spreadsheets.ts'
import { findSay } from '../../texts/company-texts.ts'
import type { Say } from '../../texts/said-texts.ts'
import {
  allLegalEntityRows,
  type LegalEntityFilters,
  type LegalEntityQuery,
} from './legal-entities.queries.ts'

type Row = InferResult<ReturnType<typeof allLegalEntityRows>>[number]

// Document numbers are texts, because a numeric cell loses leading zeros and all digits after the fifteenth.
const columnsFor = (say: Say): Column<Row>[] => [
  { kind: 'number', title: { ru: '№', en: 'No.' }, read: ({ id }) => id },
  { kind: 'text', title: { ru: 'Название', en: 'Name' }, read: ({ name }) => name },
  { kind: 'text', title: { ru: 'Полное название', en: 'Full name' }, read: ({ full_name }) => full_name },
  {
    kind: 'text',
    title: { ru: 'Вид', en: 'Type' },
    read: ({ type }, language) => say(language, `legalEntities.type_${type}`),
  },
  { kind: 'text', title: { ru: 'ИНН', en: 'INN' }, read: ({ inn }) => inn },
  { kind: 'text', title: { ru: 'КПП', en: 'KPP' }, read: ({ kpp }) => kpp },
  { kind: 'text', title: { ru: 'ОГРН или ОГРНИП', en: 'OGRN or OGRNIP' }, read: ({ ogrn }) => ogrn },
  {
    kind: 'text',
    title: { ru: 'Юридический адрес', en: 'Legal address' },
    read: ({ legal_address }) => legal_address,
  },
  { kind: 'text', title: { ru: 'Почтовый адрес', en: 'Postal address' }, read: ({ address }) => address },
  { kind: 'text', title: { ru: 'Телефон', en: 'Phone' }, read: ({ phone }) => phone },
  { kind: 'text', title: { ru: 'Почта', en: 'Email' }, read: ({ email }) => email },
  { kind: 'text', title: { ru: 'Руководитель', en: 'Director' }, read: ({ director }) => director },
  { kind: 'text', title: { ru: 'Банк', en: 'Bank' }, read: ({ bank_name }) => bank_name },
  { kind: 'text', title: { ru: 'БИК', en: 'BIK' }, read: ({ bik }) => bik },
  { kind: 'text', title: { ru: 'Расчётный счёт', en: 'Account' }, read: ({ account }) => account },
  {
    kind: 'text',
    title: { ru: 'Корр. счёт', en: 'Correspondent account' },
    read: ({ corr_account }) => corr_account,
  },
  { kind: 'yesNo', title: { ru: 'Основное', en: 'Default' }, read: ({ is_default }) => is_default },
  { kind: 'instant', title: { ru: 'Добавлено', en: 'Added' }, read: ({ created_at }) => created_at },
  { kind: 'instant', title: { ru: 'Изменено', en: 'Changed' }, read: ({ updated_at }) => updated_at },
]

export const legalEntityFile = async (
  db: Db,
  actor: Actor,
  filters: LegalEntityFilters,
  query: LegalEntityQuery,
): Promise<ListFile> =>
  listFile({
    name: { ru: 'Юрлица', en: 'Legal entities' },
    columns: columnsFor(await findSay(db)),
    rows: allLegalEntityRows(db, actor, filters, query),
  })
