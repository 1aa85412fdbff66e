import { randomUUID } from 'node:crypto'
import { buildLink } from '../media/media.ts'
import { buildSession, testPassword } from '../rows/build.ts'
import { achievementRows } from './achievements.ts'
import { instructionRows } from './instructions.ts'
import { ledgerRows } from './ledger.ts'
import { localizationRows } from './localizations.ts'
import { moySkladRows } from './moysklad.ts'
import { moySkladItemRows } from './moysklad-items.ts'
import { peopleRows } from './people.ts'
import { printerRows } from './printers.ts'
import { productRows } from './products.ts'
import { pushRows } from './pushes.ts'
import {
  cancelledTogether,
  deletedTask,
  example,
  inReview,
  legalEntity,
  newPassword,
  newView,
  nextHour,
  own,
  type Row,
  randomInn,
  shared,
  shift,
  task,
  view,
  warehouse,
} from './row.ts'
import { shopRows } from './shop.ts'
import { statRows } from './stats.ts'
import { supplyRows } from './supplies.ts'

export const rows: Row[] = [
  { call: 'app.localizations', expect: [200, 200, 200, 200, 200, 200] },
  {
    call: 'app.setLocale',
    expect: [200, 200, 200, 200, 200, 200],
    make: async () => ({ body: { locale: 'ru' } }),
  },
  { call: 'firstSteps.get', expect: [401, 403, 403, 200, 200, 200] },
  { call: 'firstSteps.addExample', expect: [401, 403, 403, 403, 200, 200], make: example },
  { call: 'firstSteps.removeExample', expect: [401, 403, 403, 403, 200, 200], make: example },
  { call: 'auth.csrfCookie', expect: [204, 204, 204, 204, 204, 204] },
  { call: 'auth.init', expect: [200, 200, 200, 200, 200, 200] },
  {
    call: 'auth.login',
    expect: [200, 200, 200, 200, 200, 200],
    make: async ({ people }) => ({ body: { login: people.staff.email, password: testPassword } }),
  },
  {
    call: 'auth.forgot',
    expect: [200, 200, 200, 200, 200, 200],
    make: async () => ({ body: { email: `nobody-${randomUUID()}@artel.test` } }),
  },
  {
    call: 'auth.reset',
    expect: [422, 422, 422, 422, 422, 422],
    make: async ({ people }) => ({
      body: { token: 'unknown', email: people.staff.email, ...newPassword },
    }),
  },
  { call: 'auth.verifyEmail', expect: [302, 302, 302, 302, 302, 302] },
  {
    call: 'account.checkPassword',
    expect: [401, 200, 200, 200, 200, 200],
    make: async () => ({ body: { password: testPassword } }),
  },
  {
    call: 'account.changePassword',
    expect: [401, 422, 422, 422, 422, 422],
    make: async () => ({ body: { current_password: 'not the password', ...newPassword } }),
  },
  {
    call: 'account.changeEmail',
    expect: [401, 200, 200, 200, 200, 200],
    make: async () => ({ body: { email: `${randomUUID()}@artel.test`, password: testPassword } }),
  },
  { call: 'account.sessions', expect: [401, 200, 200, 200, 200, 200] },
  {
    call: 'profile.update',
    expect: [401, 200, 200, 200, 200, 200],
    make: async () => ({ body: { nick_name: 'Рысь' } }),
  },
  { call: 'totp.get', expect: [401, 200, 200, 200, 200, 200] },
  {
    call: 'totp.enable',
    expect: [401, 200, 200, 200, 200, 200],
    make: async () => ({ body: { password: testPassword } }),
  },
  {
    call: 'totp.confirm',
    expect: [401, 422, 422, 422, 422, 422],
    make: async () => ({ body: { code: 'no code' } }),
  },
  {
    call: 'totp.disable',
    expect: [401, 409, 409, 409, 409, 409],
    make: async () => ({ body: { password: testPassword, code: '123456' } }),
  },
  {
    call: 'account.endSession',
    case: 'own to staff',
    expect: [401, 200, 404, 404, 404, 404],
    make: async ({ root, people }) => ({ id: await buildSession(root, people.staff) }),
  },
  { call: 'account.endOtherSessions', expect: [401, 200, 200, 200, 200, 200] },
  { call: 'auth.logout', expect: [401, 200, 200, 200, 200, 200] },
  {
    call: 'settings.update',
    case: 'user',
    expect: [401, 200, 200, 200, 200, 200],
    make: async () => ({ body: { parent: 'user', settings: { theme: 'dark' } } }),
  },
  {
    call: 'settings.update',
    case: 'company',
    expect: [401, 403, 403, 403, 200, 200],
    make: async () => ({ body: { parent: 'company', settings: { tasks: { staff_may_take: true } } } }),
  },
  {
    call: 'company.update',
    expect: [401, 403, 403, 403, 200, 200],
    make: async () => ({ body: { phone: '+7 495 204-18-33' } }),
  },
  {
    call: 'multimedia.usage',
    expect: [401, 403, 403, 200, 200, 200],
  },
  {
    call: 'multimedia.free',
    expect: [401, 403, 403, 200, 200, 200],
  },
  {
    call: 'company.schedule',
    expect: [401, 403, 403, 200, 200, 200],
    make: async () => ({ body: { before_workday_end: 20 } }),
  },
  { call: 'warehouses.list', expect: [401, 200, 200, 200, 200, 200] },
  { call: 'warehouses.get', expect: [401, 200, 200, 200, 200, 404], make: warehouse() },
  {
    call: 'warehouses.create',
    expect: [401, 403, 403, 201, 201, 201],
    make: async () => ({ body: { name: `Склад ${randomUUID()}` } }),
  },
  {
    call: 'warehouses.update',
    expect: [401, 403, 403, 200, 200, 404],
    make: warehouse({ is_active: false }),
  },
  { call: 'warehouses.remove', expect: [401, 403, 403, 200, 200, 404], make: warehouse() },
  ...ledgerRows,
  ...localizationRows,
  ...moySkladRows,
  ...moySkladItemRows,
  ...instructionRows,
  ...printerRows,
  ...productRows,
  ...shopRows,
  ...supplyRows,
  ...achievementRows,
  ...statRows,
  { call: 'hours.list', expect: [401, 200, 200, 200, 200, 200] },
  // Each caller acts on their own shift: the stranger does so in the stranger's company.
  { call: 'hours.start', expect: [401, 201, 201, 201, 201, 201] },
  { call: 'hours.stop', expect: [401, 200, 200, 200, 200, 200] },
  {
    call: 'hours.confirm',
    expect: [401, 200, 404, 200, 200, 404],
    make: shift({ source: 'auto', confirmed: false, punched_started_at: '2026-06-01T00:00:00.000Z' }),
  },
  {
    call: 'hours.create',
    expect: [401, 403, 403, 201, 201, 422],
    make: async ({ people }) => ({
      body: { user_id: people.staff.id, ...nextHour(), note: 'Забыл карту' },
    }),
  },
  { call: 'hours.update', expect: [401, 403, 403, 200, 200, 404], make: shift({}, { note: 'Ушёл раньше' }) },
  { call: 'hours.remove', expect: [401, 403, 403, 200, 200, 404], make: shift({}) },
  {
    call: 'hours.create',
    case: 'for the admin',
    expect: [401, 403, 403, 403, 201, 422],
    make: async ({ people }) => ({
      body: { user_id: people.admin.id, ...nextHour(), note: 'Забыл карту' },
    }),
  },
  {
    call: 'hours.update',
    case: 'the admin’s own',
    expect: [401, 403, 403, 403, 200, 404],
    make: async (world) => shift({ user_id: world.people.admin.id }, { note: 'Ушёл раньше' })(world),
  },
  {
    call: 'hours.update',
    case: 'into the admin’s',
    expect: [401, 403, 403, 403, 200, 404],
    make: async (world) => shift({}, { user_id: world.people.admin.id })(world),
  },
  {
    call: 'hours.remove',
    case: 'the admin’s own',
    expect: [401, 403, 403, 403, 200, 404],
    make: async (world) => shift({ user_id: world.people.admin.id })(world),
  },
  {
    call: 'hours.lock',
    expect: [401, 403, 403, 200, 200, 200],
    make: async () => ({ body: { date_to: '2020-01-31' } }),
  },
  {
    call: 'hours.unlock',
    expect: [401, 403, 403, 403, 200, 200],
    make: async () => ({ body: { date_from: '2020-01-01' } }),
  },
  { call: 'audit.list', expect: [401, 403, 403, 403, 200, 200] },
  { call: 'users.list', expect: [401, 200, 200, 200, 200, 200] },
  ...peopleRows,
  { call: 'notifications.list', expect: [401, 200, 200, 200, 200, 200] },
  {
    call: 'notifications.read',
    expect: [401, 200, 200, 200, 200, 200],
    make: async () => ({ body: { all: true } }),
  },
  ...pushRows,
  { call: 'tasks.list', expect: [401, 200, 200, 200, 200, 200] },
  { call: 'tasks.get', case: 'own', expect: [401, 200, 404, 200, 200, 404], make: task(own) },
  {
    call: 'tasks.get',
    case: 'pool',
    expect: [401, 200, 200, 200, 200, 404],
    make: task({ user_id: null, started_at: null }),
  },
  {
    call: 'tasks.create',
    expect: [401, 403, 403, 201, 201, 201],
    make: async () => ({ body: { title: 'Кружки' } }),
  },
  { call: 'tasks.update', expect: [401, 403, 403, 200, 200, 404], make: task(own, { title: 'Свечи' }) },
  { call: 'tasks.progress', expect: [401, 200, 404, 200, 200, 404], make: task(own, { quantity_done: 1 }) },
  { call: 'tasks.start', case: 'own', expect: [401, 200, 404, 200, 200, 404], make: task(own) },
  {
    call: 'tasks.start',
    case: 'pool',
    expect: [401, 200, 200, 200, 200, 404],
    make: task({ user_id: null, started_at: null }),
  },
  {
    call: 'tasks.get',
    case: 'deleted, with an entry',
    expect: [401, 200, 404, 200, 200, 404],
    make: deletedTask,
  },
  {
    call: 'tasks.times',
    case: 'deleted, with an entry',
    expect: [401, 200, 404, 200, 200, 404],
    make: deletedTask,
  },
  { call: 'tasks.pause', expect: [401, 200, 404, 200, 200, 404], make: task(own) },
  { call: 'tasks.finish', expect: [401, 200, 404, 200, 200, 404], make: task(own) },
  { call: 'tasks.approve', expect: [401, 403, 403, 200, 200, 404], make: task(inReview) },
  {
    call: 'tasks.approve',
    case: 'the admin’s own',
    expect: [401, 403, 403, 403, 200, 404],
    make: async (world) => task({ ...inReview, user_id: world.people.admin.id })(world),
  },
  {
    call: 'tasks.update',
    case: 'the pay of one in review',
    expect: [401, 403, 403, 422, 422, 404],
    make: task(inReview, { money: 900_000 }),
  },
  {
    call: 'tasks.return',
    expect: [401, 403, 403, 200, 200, 404],
    make: task(inReview, { reason: 'Нет вкладыша' }),
  },
  { call: 'tasks.cancel', expect: [401, 403, 403, 200, 200, 404], make: task(own) },
  { call: 'tasks.remove', expect: [401, 403, 403, 200, 200, 404], make: task(own) },
  {
    call: 'tasks.comment',
    expect: [401, 201, 404, 201, 201, 404],
    make: task(own, { text: 'Коробки кончились' }),
  },
  {
    call: 'tasks.createMany',
    expect: [401, 403, 403, 201, 201, 201],
    make: async () => ({ body: { tasks: [{ title: 'Кружки' }] } }),
  },
  {
    call: 'tasks.bulk',
    expect: [401, 403, 403, 200, 200, 200],
    make: async () => ({ body: { ids: [1], action: 'cancel' } }),
  },
  {
    call: 'tasks.bulk',
    case: 'that cancels',
    expect: [401, 403, 403, 200, 200, 200],
    make: async (world) => ({ body: { ids: [(await task(own)(world)).id], action: 'cancel' } }),
  },
  {
    call: 'tasks.bulkEffect',
    expect: [401, 403, 403, 200, 200, 200],
    make: async (world) => ({ body: { ids: [(await task(own)(world)).id], action: 'cancel' } }),
  },
  {
    // The step belongs to the admin who took it.
    call: 'tasks.bulkUndo',
    expect: [401, 403, 403, 200, 404, 404],
    make: cancelledTogether,
  },
  {
    call: 'tasks.attach',
    expect: [401, 200, 404, 200, 200, 404],
    make: async (world) => {
      const multimedia_ids = [await buildLink(world.db, world.people.staff)]
      return task(own, { multimedia_ids })(world)
    },
  },
  {
    call: 'tasks.detach',
    expect: [401, 200, 404, 200, 200, 404],
    make: async (world) => {
      const [multimedia_id, input] = [await buildLink(world.db, world.people.staff), await task(own)(world)]
      await world.db
        .insert('task_multimedia', { task_id: input.id ?? 0, multimedia_id, position: 0 })
        .execute()
      return { ...input, body: { multimedia_ids: [multimedia_id] } }
    },
  },
  {
    call: 'multimedia.create',
    expect: [401, 201, 201, 201, 201, 201],
    make: async () => ({ body: { type: 'link', path: 'tasks', url: 'https://artel.test/' } }),
  },
  {
    call: 'multimedia.update',
    expect: [401, 200, 403, 200, 200, 404],
    make: async ({ db, people }) => ({ id: await buildLink(db, people.staff), body: { name: 'Схема' } }),
  },
  {
    call: 'multimedia.remove',
    expect: [401, 200, 403, 200, 200, 404],
    make: async ({ db, people }) => ({ id: await buildLink(db, people.staff) }),
  },
  { call: 'legalEntities.list', expect: [401, 403, 403, 200, 200, 200] },
  { call: 'legalEntities.get', expect: [401, 403, 403, 200, 200, 404], make: legalEntity() },
  {
    call: 'legalEntities.create',
    expect: [401, 403, 403, 201, 201, 201],
    make: async () => ({ body: { name: 'ООО «Уют»', type: 'company', inn: randomInn() } }),
  },
  {
    call: 'legalEntities.update',
    expect: [401, 403, 403, 200, 200, 404],
    make: legalEntity({ director: 'Климова Дарья' }),
  },
  { call: 'legalEntities.remove', expect: [401, 403, 403, 403, 200, 404], make: legalEntity() },
  { call: 'tasks.times', expect: [401, 200, 404, 200, 200, 404], make: task(own) },
  {
    call: 'search.find',
    expect: [401, 200, 200, 200, 200, 200],
    make: async () => ({ query: '?q=kit' }),
  },
  { call: 'views.list', expect: [401, 200, 200, 200, 200, 200] },
  { call: 'views.get', case: 'own to staff', expect: [401, 200, 404, 404, 404, 404], make: view({}) },
  { call: 'views.get', case: 'shared', expect: [401, 200, 200, 200, 200, 404], make: view(shared) },
  { call: 'views.create', case: 'own', expect: [401, 201, 201, 201, 201, 201], make: newView({}) },
  {
    call: 'views.create',
    case: 'shared',
    expect: [401, 403, 403, 201, 201, 201],
    make: newView({ is_shared: true }),
  },
  {
    call: 'views.update',
    case: 'own to staff',
    expect: [401, 200, 404, 404, 404, 404],
    make: view({}, { state: { filters: { overdue: true } } }),
  },
  {
    call: 'views.update',
    case: 'shared',
    expect: [401, 403, 403, 200, 200, 404],
    make: view(shared, { state: { filters: { overdue: true } } }),
  },
  { call: 'views.remove', case: 'own to staff', expect: [401, 200, 404, 404, 404, 404], make: view({}) },
  { call: 'views.remove', case: 'shared', expect: [401, 403, 403, 200, 200, 404], make: view(shared) },
]
