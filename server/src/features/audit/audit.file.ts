import type { AuditAction, AuditEntity } from '@artel/contract/audit.line'
import type { Locale } from '@artel/contract/primitives'
import type { InferResult } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { wallClock } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { type ListFile, listFile } from '../../lists/list-file.ts'
import type { Column, Words } from '../../spreadsheets/spreadsheets.ts'
import { findSay } from '../../texts/company-texts.ts'
import { isSaid } from '../../texts/said-texts.ts'
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
  login_code_missing: {
    ru: 'Пароль без кода при входе, несколько раз',
    en: 'Password without a code at sign-in, several times',
  },
  login_code_failed: { ru: 'Неверный код при входе', en: 'Wrong code at sign-in' },
  password_change: { ru: 'Смена пароля', en: 'Password changed' },
  password_reset: { ru: 'Новый пароль по ссылке из письма', en: 'Password set by a mailed link' },
  password_void: { ru: 'Пароль отключён', en: 'Password voided' },
  email_change: { ru: 'Смена почты', en: 'Email changed' },
  email_confirm: { ru: 'Почту подтвердил владелец', en: 'Email confirmed by an owner' },
  session_end: { ru: 'Завершение сеанса', en: 'Session ended' },
  profile_change: { ru: 'Изменение профиля', en: 'Profile changed' },
  totp_enable: { ru: 'Второй фактор настроен', en: 'Second factor set up' },
  totp_disable: { ru: 'Второй фактор отключён', en: 'Second factor switched off' },
  totp_reset: { ru: 'Второй фактор снят', en: 'Second factor taken off' },
  connect: { ru: 'Подключено', en: 'Connected' },
  disconnect: { ru: 'Отключено', en: 'Disconnected' },
  wildberries_connect: { ru: 'Wildberries подключён', en: 'Wildberries connected' },
  wildberries_disconnect: { ru: 'Wildberries отключён', en: 'Wildberries disconnected' },
  type_change: { ru: 'Смена прав', en: 'Type changed' },
  archive: { ru: 'Отправка в архив', en: 'Archived' },
  restore: { ru: 'Возврат из архива', en: 'Restored' },
  confirm: { ru: 'Подтверждение', en: 'Confirmed' },
  lock: { ru: 'Закрытие периода', en: 'Period closed' },
  unlock: { ru: 'Открытие периода', en: 'Period opened' },
  reverse: { ru: 'Отмена записи', en: 'Entry reversed' },
  import: { ru: 'Импорт', en: 'Imported' },
  import_undo: { ru: 'Отмена импорта', en: 'Import undone' },
  example_add: { ru: 'Пример добавлен', en: 'Example added' },
  example_remove: { ru: 'Пример убран', en: 'Example removed' },
  publish: { ru: 'Публикация', en: 'Published' },
  approve: { ru: 'Приёмка', en: 'Approved' },
  return: { ru: 'Возврат на доработку', en: 'Returned' },
  finish: { ru: 'Завершение', en: 'Finished' },
  cancel: { ru: 'Отмена', en: 'Cancelled' },
  seal: { ru: 'Закрытие', en: 'Closed' },
  unseal: { ru: 'Открытие', en: 'Opened' },
  invite: { ru: 'Повторное приглашение', en: 'Invited again' },
  recompute: { ru: 'Пересчёт', en: 'Recomputed' },
  decide: { ru: 'Решение', en: 'Decided' },
  press_late: { ru: 'Отметка времени пришла позже', en: 'Clock press received later' },
  stop: { ru: 'Остановка', en: 'Stopped' },
}
const entities: Record<AuditEntity, Words> = {
  achievement: { ru: 'Достижение', en: 'Achievement' },
  box: { ru: 'Короб', en: 'Box' },
  coins: { ru: 'Монеты', en: 'Coins' },
  company: { ru: 'Компания', en: 'Company' },
  instruction: { ru: 'Инструкция', en: 'Instruction' },
  legal_entity: { ru: 'Юрлицо', en: 'Legal entity' },
  localization: { ru: 'Текст', en: 'Text' },
  moy_sklad: { ru: 'МойСклад', en: 'MoySklad' },
  money: { ru: 'Деньги', en: 'Money' },
  multimedia: { ru: 'Фото и видео', en: 'Photos and videos' },
  order: { ru: 'Заказ', en: 'Order' },
  pallet: { ru: 'Паллета', en: 'Pallet' },
  product: { ru: 'Набор', en: 'Set' },
  push: { ru: 'Пуш', en: 'Push' },
  reward: { ru: 'Награда', en: 'Reward' },
  shift: { ru: 'Смена', en: 'Shift' },
  shop_item: { ru: 'Товар магазина', en: 'Item of the shop' },
  supply: { ru: 'Поставка', en: 'Shipment' },
  task: { ru: 'Задача', en: 'Task' },
  user: { ru: 'Сотрудник', en: 'Person' },
  view: { ru: 'Вид', en: 'View' },
  warehouse: { ru: 'Склад', en: 'Warehouse' },
}

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
    read: ({ action }, language) => actions[action][language],
  },
  {
    kind: 'text',
    title: { ru: 'Над чем', en: 'What' },
    read: ({ entity }, language) => entities[entity][language],
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
