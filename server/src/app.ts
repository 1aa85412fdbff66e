import { randomUUID } from 'node:crypto'
import type { Call } from '@artel/contract/call'
import { calls } from '@artel/contract/index'
import cookie from '@fastify/cookie'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Registry } from 'prom-client'
import type { Root } from './database/connection/open.ts'
import type { LiveEvents } from './events/live-events.ts'
import { achievementJobs } from './features/achievements/achievements.jobs.ts'
import { achievementRoutes } from './features/achievements/achievements.routes.ts'
import { auditRoutes } from './features/audit/audit.routes.ts'
import { authJobs } from './features/auth/auth.jobs.ts'
import { authRoutes } from './features/auth/auth.routes.ts'
import { companyRoutes } from './features/company/company.routes.ts'
import { deviceJobs } from './features/devices/devices.jobs.ts'
import { deviceRoutes } from './features/devices/devices.routes.ts'
import { firstStepRoutes } from './features/first-steps/first-steps.routes.ts'
import { hoursJobs } from './features/hours/hours.jobs.ts'
import { hoursRoutes } from './features/hours/hours.routes.ts'
import { importJobs } from './features/imports/imports.jobs.ts'
import { importRoutes } from './features/imports/imports.routes.ts'
import { BodyCleaner } from './features/instructions/instructions.cleaner.ts'
import { instructionJobs } from './features/instructions/instructions.jobs.ts'
import { instructionRoutes } from './features/instructions/instructions.routes.ts'
import { ledgerJobs } from './features/ledger/ledger.jobs.ts'
import { ledgerRoutes } from './features/ledger/ledger.routes.ts'
import { legalEntityRoutes } from './features/legal-entities/legal-entities.routes.ts'
import { servePublishedTexts } from './features/localizations/localizations.files.routes.ts'
import { textImport } from './features/localizations/localizations.import.ts'
import { localizationRoutes } from './features/localizations/localizations.routes.ts'
import type { Texts } from './features/localizations/localizations.ts'
import { MoySkladClient } from './features/moysklad/client/client.ts'
import { moySkladItemRoutes } from './features/moysklad/items/items.routes.ts'
import { moySkladJobs } from './features/moysklad/moysklad.jobs.ts'
import { moySkladRoutes } from './features/moysklad/moysklad.routes.ts'
import { serveMedia } from './features/multimedia/multimedia.files.routes.ts'
import { multimediaJobs } from './features/multimedia/multimedia.jobs.ts'
import { multimediaRoutes } from './features/multimedia/multimedia.routes.ts'
import { MediaQuota, type MediaStore } from './features/multimedia/multimedia.ts'
import { refuseBeyondQuota } from './features/multimedia/multimedia.uploads.routes.ts'
import { notificationJobs } from './features/notifications/notifications.jobs.ts'
import { notificationRoutes } from './features/notifications/notifications.routes.ts'
import { orderRoutes } from './features/orders/orders.routes.ts'
import { personnelRoutes } from './features/personnel/personnel.routes.ts'
import { printerJobs } from './features/printers/printers.jobs.ts'
import { printerRoutes } from './features/printers/printers.routes.ts'
import { productImport } from './features/products/products.import.ts'
import { productJobs } from './features/products/products.jobs.ts'
import { productRoutes } from './features/products/products.routes.ts'
import { profileRoutes } from './features/profile/profile.routes.ts'
import { type PushSettings, pushJobs } from './features/pushes/pushes.jobs.ts'
import { pushRoutes } from './features/pushes/pushes.routes.ts'
import { rewardRoutes } from './features/rewards/rewards.routes.ts'
import { searchRoutes } from './features/search/search.routes.ts'
import { shopRoutes } from './features/shop/shop.routes.ts'
import { statJobs } from './features/stats/stats.jobs.ts'
import { statRoutes } from './features/stats/stats.routes.ts'
import { supplyImport } from './features/supplies/import/import.ts'
import { supplyRoutes } from './features/supplies/supplies.routes.ts'
import { beforeRename } from './features/tasks/media/media.ts'
import { taskJobs } from './features/tasks/tasks.jobs.ts'
import { taskRoutes } from './features/tasks/tasks.routes.ts'
import { recountTasks } from './features/tasks/tasks.ts'
import { userRoutes } from './features/users/users.routes.ts'
import { viewRoutes } from './features/views/views.routes.ts'
import { warehouseRoutes } from './features/warehouses/warehouses.routes.ts'
import { openWildberries } from './features/wildberries/wildberries.open.ts'
import { wildberriesRoutes } from './features/wildberries/wildberries.routes.ts'
import type { Uploads } from './files/uploads.ts'
import { answerErrors, refuseUnknown } from './http/answers/error-answers.ts'
import { sendUsualHeaders } from './http/answers/security-headers.ts'
import { limitArrivals, longestArrivalMs } from './http/body/arrival.ts'
import { readBodies } from './http/body/body.ts'
import { bodyLimit } from './http/body/limits.ts'
import { limitCalls, limitWrites } from './http/calls/call-limits.ts'
import { logCalls } from './http/calls/call-log.ts'
import { registerRoutes } from './http/calls/dispatch.ts'
import { answerOneByOne, nodeLimits, watchConnections } from './http/connections/connections.ts'
import { type DrainTimes, drainAtClose } from './http/connections/drain.ts'
import {
  answerUnreadable,
  answerUnroutable,
  checkRequestHeads,
  nodeRefusals,
  refuseMethods,
} from './http/connections/request-heads.ts'
import { measureStreams, openRegistry } from './http/operations/gauges.ts'
import { measureCalls, serveMetrics } from './http/operations/metrics.ts'
import { serveApiDescription, serveHealth } from './http/operations/operations.ts'
import { upkeepJobs } from './http/operations/upkeep.jobs.ts'
import { servePages } from './http/pages/pages.ts'
import { serveEventStreams } from './http/streams/event-streams.ts'
import type { JobHandler } from './jobs/handler.ts'
import { LabelWriter } from './labels/labels.ts'
import { isTrusted, rememberAddresses } from './limits/client-address.ts'
import { type MailSettings, mailJobs } from './mail/mail.jobs.ts'
import type { SendMail } from './mail/send-mail.ts'
import type { SecretKey } from './seal.ts'
import { readSessions } from './sessions/session-hooks.ts'
import type { Settings } from './settings.ts'
import { graceMs } from './stop.ts'
import type { Storage } from './storage/storage.ts'

export type AppOptions = {
  root: Root
  /** Reads sessions on spare connections, so that they do not wait for other requests. Default: `root`. */
  sessionRoot?: Root
  events: LiveEvents
  storage: Storage
  uploads: Uploads
  settings: Pick<
    Settings,
    | 'appUrl'
    | 'isProduction'
    | 'trustProxy'
    | 'limitsCalls'
    | 'metricsToken'
    | 'mediaQuota'
    | 'pushHosts'
    | 'printers'
    | 'wildberries'
    | 'moySklad'
  > & {
    secretKey: SecretKey
  }
  texts: Texts
  /** The built web app. API tests omit it. */
  webDir?: URL
  log?: FastifyBaseLogger
  /** What the process measures. Unset: a registry of its own. */
  registry?: Registry
  /** Timeouts for closing connections. Tests do not wait for idle ones. */
  drain?: DrainTimes
}

/** The background jobs of all features. */
export const appJobs = (
  settings: MailSettings & PushSettings & Pick<Settings, 'moySklad' | 'printers'>,
  sendMail: SendMail,
  media: MediaStore,
): JobHandler[] => [
  ...mailJobs(settings, sendMail),
  ...authJobs(settings),
  ...multimediaJobs(media),
  ...taskJobs(),
  ...productJobs(),
  ...importJobs(),
  ...hoursJobs(),
  ...ledgerJobs(),
  ...achievementJobs(),
  ...statJobs(),
  ...instructionJobs(),
  ...notificationJobs(),
  ...deviceJobs(),
  ...pushJobs(settings),
  ...moySkladJobs(settings),
  ...printerJobs(settings),
  ...upkeepJobs(),
]

/** Builds the whole server without a port. The order matters, because earlier hooks protect later ones. */
export async function buildApp({
  root,
  sessionRoot = root,
  events,
  storage,
  uploads,
  settings,
  texts,
  webDir,
  log,
  registry = openRegistry(root),
  drain = { lingerMs: 0, graceMs },
}: AppOptions): Promise<FastifyInstance> {
  const app = fastify({
    ...(log && { loggerInstance: log }),
    bodyLimit,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: (address, hop) => isTrusted(settings.trustProxy, address, hop),
    genReqId: () => randomUUID(),
    requestTimeout: longestArrivalMs,
    http: { ...nodeLimits, ...nodeRefusals },
    return503OnClosing: false,
    clientErrorHandler: answerUnreadable(settings),
    frameworkErrors: answerUnroutable(settings),
    routerOptions: { maxParamLength: 200 },
  })
  rememberAddresses(app)
  const connections = watchConnections(app, settings.trustProxy === 'none')
  limitArrivals(app)
  answerOneByOne(app, refuseMethods(settings))
  answerErrors(app, root)
  logCalls(app)
  sendUsualHeaders(app, settings)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  checkRequestHeads(app)
  await app.register(cookie)
  if (settings.limitsCalls) limitCalls(app, settings)
  readSessions(app, sessionRoot, settings)
  await readBodies(app, uploads)
  const quota = new MediaQuota(root, settings.mediaQuota)
  refuseBeyondQuota(app, root, quota)

  const media = { storage, uploads, quota }
  const places = { uploads, publish: events.publish, log: app.log }
  const wildberries = openWildberries(settings.wildberries)
  app.addHook('onClose', () => wildberries.close())

  const bodyCleaner = new BodyCleaner()
  app.addHook('onClose', () => bodyCleaner.close())

  const labelWriter = new LabelWriter()
  app.addHook('onClose', () => labelWriter.close())

  const moySklad = new MoySkladClient(settings.moySklad)
  app.addHook('onClose', () => moySklad.close())

  const routes = [
    ...authRoutes(settings, texts),
    ...userRoutes,
    ...multimediaRoutes(media, { task_multimedia: beforeRename }),
    ...companyRoutes(media),
    ...warehouseRoutes,
    ...profileRoutes(media),
    ...personnelRoutes(settings),
    ...taskRoutes,
    ...productRoutes(places),
    ...importRoutes(places, [productImport, supplyImport, textImport]),
    ...instructionRoutes(bodyCleaner),
    ...supplyRoutes(places, labelWriter, recountTasks),
    ...printerRoutes(settings),
    ...hoursRoutes,
    ...ledgerRoutes,
    ...rewardRoutes,
    ...shopRoutes,
    ...orderRoutes,
    ...achievementRoutes,
    ...statRoutes,
    ...auditRoutes,
    ...viewRoutes,
    ...searchRoutes,
    ...firstStepRoutes(media),
    ...notificationRoutes,
    ...deviceRoutes(settings),
    ...pushRoutes,
    ...legalEntityRoutes(settings),
    ...localizationRoutes(places),
    ...moySkladRoutes(moySklad, settings),
    ...moySkladItemRoutes,
    ...wildberriesRoutes(wildberries, media, settings),
  ]
  const answered = new Set<Call>(routes.map(({ call }) => call))
  const silent = Object.values(calls).flatMap((feature) =>
    Object.values<Call>(feature).filter((call) => !answered.has(call)),
  )
  if (silent.length > 0)
    throw new Error(`No handler for ${silent.map(({ method, path }) => `${method} ${path}`).join(', ')}`)
  const countWrite = settings.limitsCalls ? limitWrites() : () => undefined
  registerRoutes(app, { root, uploads, publish: events.publish, countWrite }, routes)
  serveMedia(app, root, storage)
  servePublishedTexts(app, root)
  measureStreams(registry, serveEventStreams(app, root, events))
  serveHealth(app, root)
  serveApiDescription(app, settings.isProduction)
  measureCalls(app, registry)
  serveMetrics(app, registry, settings)

  if (webDir) await servePages(app, webDir, settings.isProduction)
  else app.setNotFoundHandler(refuseUnknown)
  drainAtClose(app, connections, drain)
  return app
}
