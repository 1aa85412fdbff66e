import { writeFile } from 'node:fs/promises'
import https from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import webpush from 'web-push'
import {
  makeCertificate,
  type PushService,
  type Subscribed,
  startPushService,
} from '../../server/src/testing/push-service/push-service.ts'
import { openStage, type Stage } from './stage.ts'

const targets = 10_000
const rounds = 3
const people = 1000
const atOnce = 24

/**
 * Measures a push to many devices, from the request to the last delivery, against web-push alone with the
 * same message.
 */
export async function pushes(): Promise<void> {
  const certificate = await makeCertificate()
  const service = await startPushService(certificate)
  const trusted = join(tmpdir(), `artel-bench-${process.pid}.pem`)
  await writeFile(trusted, certificate.cert)
  const stage = await openStage({ PUSH_HOSTS: service.host, NODE_EXTRA_CA_CERTS: trusted })
  try {
    const browsers = Array.from({ length: targets }, () => service.subscribe())
    await insertDevices(stage, service, browsers)
    const agent = new https.Agent({ ca: certificate.cert, keepAlive: true, maxSockets: atOnce })
    const ratios: number[] = []
    for (let round = 0; round < rounds; round++) {
      const [ours, bare] = [await sendOurs(stage, service), await sendBare(service, browsers, agent)]
      console.log(
        `round ${round + 1}: ${targets} pushes`.padEnd(44),
        `ours ${Math.round(targets / (ours.ms / 1000))}/s (answered after ${Math.round(ours.answeredMs)} ms), web-push bare ${Math.round(targets / (bare / 1000))}/s`,
      )
      ratios.push(ours.ms / bare)
    }
    agent.destroy()
    if (service.faults.length > 0) throw new Error(`Faults: ${[...new Set(service.faults)].join(', ')}`)
    const median = ratios.sort((one, other) => one - other)[Math.floor(rounds / 2)] ?? 0
    console.log(`${targets} pushes, queued and sent`.padEnd(44), `${median.toFixed(2)} × web-push bare`)
  } finally {
    await stage.close()
    await service.close()
  }
}

async function post(stage: Stage, path: string, body: object): Promise<void> {
  const { url, ...request } = stage.ours('POST', path, body)
  const answer = await fetch(url, request)
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
}

/** Ten devices for each user. */
async function insertDevices({ query, companyId }: Stage, { origin }: PushService, browsers: Subscribed[]) {
  await query(
    `insert into users (company_id, type, first_name, last_name, created_at)
     select $1, 'staff', 'Дарья', 'Климова', now() from generate_series(1, $2::int)`,
    [companyId, people],
  )
  await query(
    `insert into push_devices (company_id, user_id, endpoint, origin, p256dh, auth, name, created_at, seen_at)
     select $1, users.id, browser.endpoint, $2, browser.p256dh, browser.auth, 'Chrome, Android', now(), now()
     from jsonb_to_recordset($3::jsonb) as browser (place int, endpoint text, p256dh text, auth text)
     join (select id, row_number() over (order by id) - 1 as place from users where company_id = $1 and type = 'staff') as users
       on users.place = browser.place / ${targets / people}`,
    [
      companyId,
      origin,
      JSON.stringify(browsers.map(({ endpoint, keys }, place) => ({ place, endpoint, ...keys }))),
    ],
  )
}

const message = { title: 'Машина придёт на час раньше', body: 'Поставку на Коледино закрываем к 15:00.' }

/** Ms from the request to the last message, and to the answer. */
async function sendOurs(stage: Stage, service: PushService): Promise<{ ms: number; answeredMs: number }> {
  const before = service.count()
  const began = performance.now()
  const audience = { types: ['staff'] }
  await post(stage, '/company/pushes/send', { ...message, audience })
  const answeredMs = performance.now() - began
  while (service.count() < before + targets) await sleep(20)
  return { ms: performance.now() - began, answeredMs }
}

async function sendBare(service: PushService, browsers: Subscribed[], agent: https.Agent): Promise<number> {
  const before = service.count()
  const vapidDetails = { subject: 'mailto:bench@artel.example', ...webpush.generateVAPIDKeys() }
  const payload = JSON.stringify({ ...message, url: '/', tag: 'n1', notification_id: 1, unread: 1 })
  const began = performance.now()
  const waiting = browsers.values()
  const work = async () => {
    for (const { endpoint, keys } of waiting)
      await webpush.sendNotification({ endpoint, keys }, payload, { vapidDetails, agent, TTL: 86_400 })
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  const ms = performance.now() - began
  if (service.count() !== before + targets) throw new Error('Some of the bare ones are missing')
  return ms
}
