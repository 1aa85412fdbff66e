import { buildApp } from './app.ts'
import { type OpenDatabase, startDatabase } from './database/connection/start.ts'
import { loadDemo } from './demo/demo.ts'
import { type LiveEvents, liveNameOf, openLiveEvents } from './events/live-events.ts'
import { readPushKeys } from './features/devices/devices.ts'
import { bringDefaults, readTexts } from './features/localizations/localizations.ts'
import { openUploads, type Uploads } from './files/uploads.ts'
import { warnOfDescriptors } from './http/connections/connections.ts'
import { closeGently } from './http/connections/drain.ts'
import { measureJobs, measureStorage, openRegistry } from './http/operations/gauges.ts'
import { buildWatch } from './http/operations/watch.ts'
import { addressOf, prepareJobs, workJobs } from './job-worker.ts'
import { type Log, openLog } from './log.ts'
import { explain } from './operator-error.ts'
import { fingerprintOf, readSecretKey } from './secret-key.ts'
import { readServerSettings, type Settings, warnOfNames } from './settings.ts'
import { graceMs, type Part, stopInOrder } from './stop.ts'
import { openStorage } from './storage/storage.ts'

// The output folder of the web build. The path is the same from src/ and from dist/.
const webDir = new URL('../../web/dist/', import.meta.url)
const signals = ['SIGTERM', 'SIGINT'] as const
/** How long to wait for the next request on a connection, ms. Idle browser connections are not waited for. */
const lingerMs = 1000

async function main(): Promise<void> {
  const settings = readServerSettings()
  const log = openLog(settings.logLevel)
  for (const line of [...warnOfNames(), ...warnOfDescriptors()]) log.warn(line)
  endOnBug(log)
  try {
    const database = await startDatabase(settings, log)
    await serve(settings, database, log).catch(async (error) => {
      await database.close()
      throw error
    })
  } catch (error) {
    await log.settle()
    throw error
  }
}

/**
 * An uncaught error may have left work half done. The process exits, and its supervisor restarts it from
 * committed data.
 */
function endOnBug(log: Log): void {
  const end = async (error: unknown) => {
    log.fatal({ err: error }, 'an error that nobody caught ends the process')
    await log.settle()
    process.exit(1)
  }
  process.once('uncaughtException', end)
}

async function serve(settings: Settings, database: OpenDatabase, log: Log): Promise<void> {
  const { root, sessionRoot } = database
  const storage = await openStorage(settings)
  const uploads = await openUploads(settings.dataDir)
  const texts = settings.role === 'worker' ? null : await readTexts(new URL('texts.json', webDir))
  // Before the demo is loaded, because the demo company overrides some of these texts.
  if (texts) await bringDefaults(root, texts)
  const credentials = settings.loadDemo
    ? await loadDemo(
        root,
        { storage, uploads },
        { onBegin: () => log.info('loads the demo company, which takes some seconds') },
      )
    : null
  const secretKey = await readSecretKey(settings)
  await prepareJobs(root, settings, secretKey, { storage, uploads })
  await readPushKeys(root, secretKey)
  const parts: Part[] = []
  const name = liveNameOf(fingerprintOf(secretKey.current))
  const events = openLiveEvents(root, database.connection, log, name)
  stopOnSignal(parts, { events, uploads, database, log })
  const registry = openRegistry(root, database.pools)
  measureStorage(registry, root, settings.dataDir)
  let address = addressOf(settings)
  if (texts) {
    const app = await buildApp({
      root,
      sessionRoot,
      events,
      storage,
      uploads,
      texts,
      webDir,
      log,
      registry,
      settings: { ...settings, secretKey },
      drain: { lingerMs, graceMs },
    })
    parts.push({ drain: () => closeGently(app), stop: async () => undefined })
    const listening = await app.listen({ host: settings.host, port: settings.port })
    address = settings.appUrl ?? listening
  }
  if (settings.role !== 'web')
    parts.push(
      await workJobs(
        root,
        settings,
        secretKey,
        address,
        { storage, uploads },
        events,
        log,
        measureJobs(registry),
      ),
    )
  if (settings.metricsPort !== undefined) {
    const watch = buildWatch(root, registry, settings, log)
    await watch.listen({ host: settings.host, port: settings.metricsPort })
    // Those who watch see a process that is stopping until nothing is under way any more.
    parts.push({ drain: async () => undefined, stop: () => watch.close() })
  }
  announce(settings.role === 'worker' ? 'works jobs' : address, credentials)
}

type Running = { events: LiveEvents; uploads: Uploads; database: OpenDatabase; log: Log }

function stopOnSignal(parts: readonly Part[], { log, ...ground }: Running): void {
  const stop = async () => {
    // A second signal of either kind ends the process at once.
    for (const signal of signals) process.off(signal, stop)
    const code = await stopInOrder(parts, ground, log).then(
      () => 0,
      (error) => {
        log.fatal({ err: error }, 'the database was not closed')
        return 1
      },
    )
    await log.settle()
    process.exit(code)
  }
  for (const signal of signals) process.once(signal, stop)
}

function announce(address: string, credentials: string[] | null): void {
  const lines = [`Artel: ${address}`, ...(credentials ?? [])]
  process.stdout.write(`\n${lines.map((line) => `  ${line}`).join('\n')}\n\n`)
}

// The reader of the pipe may be gone.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

main().catch((error: Error) => {
  // An error that the operator can fix is one line. Any other is a bug and prints its stack.
  const reason = explain(error)
  process.stderr.write(`${reason ?? error.stack}\n`)
  process.exit(reason === null ? 1 : 2)
})
