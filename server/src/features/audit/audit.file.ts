import type { AuditAction, AuditEntity } from '@artel/contract/audit.line'
import type { InferResult } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Db } from '../../database/db.ts'
import { type ListFile, listFile } from '../../http/list-file.ts'
import type { Column, Words } from '../../spreadsheets/spreadsheets.ts'
import { type AuditFilters, type AuditQuery, allEntryRows } from './audit.queries.ts'

type EntryRow = InferResult<ReturnType<typeof allEntryRows>>[number]

const actions: Record<AuditAction, Words> = {
  create: { ru: 'Создание', en: 'Created' },
  update: { ru: 'Изменение', en: 'Changed' },
  delete: { ru: 'Удаление', en: 'Deleted' },
  activate: { ru: 'Включение', en: 'Switched on' },
  deactivate: { ru: 'Отключение', en: 'Switched off' },
  schedule_change: { ru: 'Изменение графика', en: 'Schedule changed' },
  settings_change: { ru: 'Изменение настроек', en: 'Settings changed' },
  login: { ru: 'Вход', en: 'Signed in' },
  login_failed: { ru: 'Неверный пароль при входе', en: 'Wrong password at sign-in' },
  login_code_failed: { ru: 'Неверный код при входе', en: 'Wrong code at sign-in' },
  password_change: { ru: 'Смена пароля', en: 'Password changed' },
  password_reset: { ru: 'Новый пароль по ссылке из письма', en: 'Password set by a mailed link' },
  email_change: { ru: 'Смена почты', en: 'Email changed' },
  session_end: { ru: 'Завершение сеанса', en: 'Session ended' },
  profile_change: { ru: 'Изменение профиля', en: 'Profile changed' },
  totp_enable: { ru: 'Второй фактор настроен', en: 'Second factor set up' },
  totp_disable: { ru: 'Второй фактор отключён', en: 'Second factor switched off' },
  totp_reset: { ru: 'Второй фактор снят', en: 'Second factor taken off' },
  type_change: { ru: 'Смена прав', en: 'Type changed' },
  archive: { ru: 'Отправка в архив', en: 'Archived' },
  restore: { ru: 'Возврат из архива', en: 'Restored' },
  confirm: { ru: 'Подтверждение', en: 'Confirmed' },
  lock: { ru: 'Закрытие периода', en: 'Period closed' },
  unlock: { ru: 'Открытие периода', en: 'Period opened' },
  reverse: { ru: 'Отмена записи', en: 'Entry taken back' },
}
const entities: Record<AuditEntity, Words> = {
  achievement: { ru: 'достижение', en: 'achievement' },
  coins: { ru: 'Монеты', en: 'Coins' },
  company: { ru: 'Компания', en: 'Company' },
  legal_entity: { ru: 'Юрлицо', en: 'Legal entity' },
  money: { ru: 'Деньги', en: 'Money' },
  reward: { ru: 'Награда', en: 'Reward' },
  shift: { ru: 'Смена', en: 'Shift' },
  user: { ru: 'Сотрудник', en: 'Person' },
  warehouse: { ru: 'Склад', en: 'Warehouse' },
}

const asText = (fields: object): string | null => {
  const lines = Object.entries(fields).map(([path, value]) => `${path}: ${JSON.stringify(value)}`)
  return lines.length > 0 ? lines.join('\n') : null
}

const columns: Column<EntryRow>[] = [
  { kind: 'number', title: { ru: '№', en: 'No.' }, read: ({ id }) => id },
  { kind: 'instant', title: { ru: 'Когда', en: 'When' }, read: ({ created_at }) => created_at },
  { kind: 'text', title: { ru: 'Кто', en: 'Who' }, read: ({ user }) => user?.full_name ?? null },
  { kind: 'text', title: { ru: 'Адрес', en: 'Address' }, read: ({ address }) => address },
  { kind: 'text', title: { ru: 'Устройство', en: 'Device' }, read: ({ device }) => device },
  {
    kind: 'text',
    title: { ru: 'Действие', en: 'Action' },
    read: ({ action }, language) => actions[action][language],
  },
  {
    kind: 'text',
    title: { ru: 'Над чем', en: 'What' },
    read: ({ entity }, language) => entities[entity][language],
  },
  { kind: 'number', title: { ru: '№ этого', en: 'Its no.' }, read: ({ entity_id }) => entity_id },
  { kind: 'text', title: { ru: 'Название', en: 'Name' }, read: ({ title }) => title },
  { kind: 'text', title: { ru: 'Было', en: 'Before' }, read: ({ before }) => asText(before) },
  { kind: 'text', title: { ru: 'Стало', en: 'After' }, read: ({ after }) => asText(after) },
]

export const auditFile = (db: Db, actor: Actor, filters: AuditFilters, query: AuditQuery): ListFile =>
  listFile({
    name: { ru: 'Журнал', en: 'Audit log' },
    columns,
    rows: allEntryRows(db, actor, filters, query),
  })
