import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { copyOf } from './demo-dir.ts'
import { inspected, inspectorOf } from './inspector.ts'
import { removeDataDir, type Server, startServer } from './server.ts'
import { startPrinter } from './services/printer.ts'
import { startPushService } from './services/push-program.ts'
import { startWildberries } from './services/wildberries.ts'

// One server for each worker. A test that changes rows creates its own rows first.
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const workers = project.vitest.config.maxWorkers
  const { demoDir } = project.vitest.getRootProject().getProvidedContext()
  const dataDirs = await Promise.all(Array.from({ length: workers }, () => copyOf(demoDir)))
  const wildberries = await startWildberries()
  const pushService = await startPushService()
  const printers = await Promise.all(dataDirs.map(startPrinter))
  // The servers trust the certificate, and so do the test processes that ask the push service for messages.
  const NODE_EXTRA_CA_CERTS = join(dataDirs[0] ?? '', 'push-service.pem')
  await writeFile(NODE_EXTRA_CA_CERTS, pushService.cert)
  process.env.NODE_EXTRA_CA_CERTS = NODE_EXTRA_CA_CERTS
  const settings = {
    ...wildberries.settings,
    ...inspected,
    PUSH_HOSTS: pushService.host,
    NODE_EXTRA_CA_CERTS,
  }
  const servers: Server[] = []
  const close = async () => {
    await Promise.all(servers.map((server) => server.end('SIGTERM')))
    wildberries.close()
    pushService.close()
    for (const printer of printers) printer.close()
    await Promise.all(dataDirs.map(removeDataDir))
  }
  try {
    // Start them one after another, because one start uses both processors.
    for (const [index, dataDir] of dataDirs.entries())
      servers.push(await startServer(dataDir, { ...settings, ...printers[index]?.settings }))
  } catch (error) {
    await close()
    throw error
  }
  project.provide(
    'sites',
    servers.map((server, index) => ({
      address: server.address,
      dataDir: dataDirs[index] ?? '',
      inspector: inspectorOf(server),
      printer: printers[index]?.control ?? '',
    })),
  )
  project.provide('pushService', pushService.origin)
  return close
}
