import { join } from 'node:path'
import { achievementNames } from '@artel/contract/achievements/achievements.names'
import { auditWordsEn } from '@artel/contract/audit/audit.words.en'
import { auditWordsRu } from '@artel/contract/audit/audit.words.ru'
import { errorTextsEn, fieldTextsEn } from '@artel/contract/errors/errors.en'
import { errorTextsRu, fieldTextsRu } from '@artel/contract/errors/errors.ru'
import { notificationWordsEn } from '@artel/contract/notifications/notifications.words.en'
import { notificationWordsRu } from '@artel/contract/notifications/notifications.words.ru'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { type AppOptions, appJobs, buildApp } from '../app.ts'
import { type Connection, openPool, openRoot, type Root } from '../database/connection/open.ts'
import { type LiveEvents, openLiveEvents } from '../events/live-events.ts'
import { bringDefaults } from '../features/localizations/localizations.ts'
import { openUploads, Uploads } from '../files/uploads.ts'
import { undeclaredChange } from '../http/calls/dispatch.ts'
import { openQueues } from '../jobs/open.ts'
import { makeLog } from '../log.ts'
import { openMail } from '../mail/send-mail.ts'
import type { PrinterPlace, ProxyTrust } from '../setting-values.ts'
import { openDisk } from '../storage/disk.ts'
import { findLeaks, keepSecret } from './secrets.ts'

/** Stand-ins for the product's texts: one of each kind, and some that the server itself uses. */
export const testTexts = {
  locales: {
    en: {
      'tasks.title': 'Tasks',
      'tasks.searchFound': '{count, plural, one {# task} other {# tasks}}',
      'tasks.searchGiven': '{name} gives you <b>{what}</b>',
      'tasks.searchState': '{state, select, done {Done} other {Open}}',
      'errors.unavailable': errorTextsEn.unavailable,
      'errors.not_found': errorTextsEn.not_found,
      'fields.required': fieldTextsEn.required,
      'fields.too_long': fieldTextsEn.too_long,
      'fields.barcode_digit': fieldTextsEn.barcode_digit,
      'fields.times_both': fieldTextsEn.times_both,
      'fields.times_same': fieldTextsEn.times_same,
      'achievementNames.racer': achievementNames.racer.en,
      'auditWords.field_name': auditWordsEn.field_name,
      'notificationWords.task_assigned_title': notificationWordsEn.task_assigned_title,
      'notificationWords.test_title': notificationWordsEn.test_title,
    },
    ru: {
      'tasks.title': 'Задачи',
      'tasks.searchFound': '{count, plural, one {# задача} few {# задачи} many {# задач} other {# задачи}}',
      'tasks.searchGiven': '{name} поручает вам <b>{what}</b>',
      'tasks.searchState': '{state, select, done {Готово} other {Открыта}}',
      'errors.unavailable': errorTextsRu.unavailable,
      'errors.not_found': errorTextsRu.not_found,
      'fields.required': fieldTextsRu.required,
      'fields.too_long': fieldTextsRu.too_long,
      'fields.barcode_digit': fieldTextsRu.barcode_digit,
      'fields.times_both': fieldTextsRu.times_both,
      'fields.times_same': fieldTextsRu.times_same,
      'achievementNames.racer': achievementNames.racer.ru,
      'auditWords.field_name': auditWordsRu.field_name,
      'notificationWords.task_assigned_title': notificationWordsRu.task_assigned_title,
      'notificationWords.test_title': notificationWordsRu.test_title,
    },
  },
  etag: '"texts-1"',
}

export const testSettings = {
  secretKey: { current: 'a key for the tests, long enough to be one' },
  appUrl: undefined,
  isProduction: false,
  trustProxy: 'none' as ProxyTrust,
  limitsCalls: false,
  metricsToken: undefined,
  mediaQuota: 1024 ** 3,
  pushHosts: [] as readonly string[],
  printers: [] as PrinterPlace[],
  // No server listens there.
  moySklad: { url: 'http://127.0.0.1:1' },
  wildberries: {
    asksPublic: true,
    contentUrl: 'http://127.0.0.1:1',
    cardUrl: 'http://127.0.0.1:1',
    cdnUrl: 'http://127.0.0.1:1',
  },
}

/** The hosts of the run's push services. */
const pushHosts = () => inject('pushServices').map((origin) => new URL(origin).host)

/** All jobs of the product. Mails are written as files to the run's outbox. */
export const testJobs = (dataDir: string, uploads = new Uploads(join(dataDir, 'uploads'))) =>
  appJobs(
    {
      ...testSettings,
      pushHosts: pushHosts(),
      address: 'https://artel.test',
      sender: { name: null, address: 'no-reply@artel.test' },
    },
    openMail({ smtpUrl: undefined, dataDir }),
    { storage: openDisk(join(dataDir, 'media')), uploads },
  )

export type TestApp = {
  app: FastifyInstance
  root: Root
  events: LiveEvents
  uploads: Uploads
  /** Log lines of the server so far. */
  logged: string[]
}

const onShared = new WeakSet<Root>()

/** Whether the root is that of a server on the database that all test files share. */
export const isOnShared = (root: Root): boolean => onShared.has(root)

/**
 * A server of the test file, on the database of the run or on another, without a port. The object is filled
 * before the tests run.
 */
export function useTestApp(
  settings: Partial<AppOptions['settings']> = {},
  storage = async () => openDisk(join(inject('dataDir'), 'media')),
  webDir?: URL,
  connect = async (): Promise<Connection> => inject('connection'),
  /** Starts a pooler, through which the app then reaches the database. @returns its address */
  pool?: (direct: Connection) => Promise<string>,
): TestApp {
  const logged: string[] = []
  const test = { logged } as TestApp // the rest is filled before any test reads it
  beforeAll(async () => {
    keepSecret({ ...testSettings, ...settings }.secretKey.current)
    keepSecret(settings.metricsToken)
    const connection = await connect()
    const pooled = await pool?.(connection)
    const options = { isPooled: pooled !== undefined, prepares: pooled === undefined }
    test.root = openRoot(openPool(pooled ?? connection, () => {}, 10_000, options))
    if (connection === inject('connection')) onShared.add(test.root)
    await openQueues(test.root, testJobs(inject('dataDir')))
    test.uploads = await openUploads(inject('dataDir'))
    test.events = openLiveEvents(test.root, connection, pino({ level: 'silent' }))
    await bringDefaults(test.root, testTexts)
    test.app = await buildApp({
      root: test.root,
      events: test.events,
      storage: await storage(),
      uploads: test.uploads,
      settings: { ...testSettings, pushHosts: pushHosts(), ...settings },
      texts: testTexts,
      ...(webDir && { webDir }),
      log: makeLog('trace', { write: (line) => void logged.push(line) }),
    })
  })
  afterAll(async () => {
    await test.app.close()
    await test.uploads.close()
    await test.events.close()
    await test.root.destroy()
    // No log line of the file's requests contains a password, cookie, token or key, at any level.
    expect(findLeaks(logged)).toEqual([])
    // A call declares what it changes, so that the screen of its person reads it again.
    expect(logged.filter((line) => line.includes(undeclaredChange))).toEqual([])
  })
  return test
}
