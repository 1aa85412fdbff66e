import type { LiveEntity, LiveEvent } from '@artel/contract/events'
import { serverNow } from '../ui/server-clock.ts'
import type { CallName } from './calls.ts'
import { refreshCalls } from './query.ts'
import { refreshPaceMs, setLive } from './refresh-pace.ts'
import { readSession, refreshBalances, refreshCompany } from './session.ts'
import { announceTexts } from './texts.ts'

/** Calls that show the content of the boxes of a supply. */
export const boxReaders = [
  'supplies.get',
  'supplies.packing',
  'supplies.boxes',
  'supplies.getBox',
  'supplies.label',
] as const satisfies readonly CallName[]

/** Calls that show instructions for their product. */
const beside = ['tasks.get', 'products.get', 'supplies.packing'] as const

/** Calls that show an entity. They are refreshed when it changes. */
const readers: Record<LiveEntity, readonly CallName[]> = {
  coins: ['coins.list', 'stats.command', 'users.list', 'users.get', 'personnel.unfinished'],
  // The company says which days are locked.
  company: ['hours.list'],
  money: ['money.list', 'ledger.check', 'users.list', 'users.get', 'personnel.unfinished'],
  moy_sklad: [
    'moySklad.get',
    'moySklad.runs',
    'moySkladItems.preview',
    'moySkladItems.list',
    'moySkladItems.get',
    'moySkladItems.log',
    'moySkladItems.user',
  ],
  notification: ['notifications.list'],
  order: ['orders.list', 'orders.get', 'orders.waiting', 'personnel.unfinished'],
  legal_entity: ['legalEntities.list', 'legalEntities.get'],
  achievement: ['achievements.list'],
  device: ['devices.list'],
  import: [
    'imports.list',
    'imports.get',
    'imports.rows',
    'localizations.list',
    'products.list',
    'products.get',
    ...boxReaders,
  ],
  localization: ['localizations.list', 'localizations.get', 'localizations.changes'],
  // A publication turns drafts into texts.
  publication: ['localizations.list', 'localizations.get', 'localizations.publications'],
  instruction: [
    'instructions.list',
    'instructions.get',
    'instructions.readers',
    'instructions.revisions',
    ...beside,
  ],
  product: ['products.list', 'products.get', 'tasks.get'],
  push: ['pushes.list', 'pushes.get', 'pushes.getAutomatic'],
  reward: ['rewards.list'],
  shift: ['hours.list'],
  shop_item: ['shop.list', 'shop.get', 'shop.worth'],
  supply: [...boxReaders, 'supplies.list', 'supplies.scans'],
  user: ['users.list', 'users.get', 'personnel.unfinished'],
  task: ['tasks.list', 'tasks.get', 'tasks.times'],
  view: ['views.list'],
  warehouse: ['warehouses.list'],
}

/** Data of the company that every page shows, so it is kept in the state of the app. */
const kept: ReadonlySet<LiveEntity> = new Set<LiveEntity>(['company', 'warehouse'])

/** Entities that change the balances in the frame. */
const ledgers: readonly LiveEntity[] = ['coins', 'money']

/**
 * Refreshes the balances in the frame. Only staff have them there, and get events of their own balances only.
 */
function followBalances(): void {
  if (readSession()?.user?.type === 'staff') refreshBalances().catch(() => undefined)
}

/** Time in which events are gathered, ms. They come in bursts, and one refresh serves the whole burst. */
const gatherMs = 250

type Message =
  | { kind: 'event'; event: LiveEvent; position: string }
  | { kind: 'state'; isOpen: boolean }
  | { kind: 'missed' }

/**
 * Up to where this tab knows all changes, as the server names it. Changes from here on are sent again when a
 * stream opens, because the screens were read before it.
 */
let position = ''

/**
 * Keeps the screens up to date with changes by other people. One tab of the browser holds the event stream
 * and passes its events to the other tabs, because a browser opens only six connections to one address and
 * each tab would occupy one permanently.
 */
export function followLiveEvents(): void {
  // Without https there are no Web Locks. The screens then only refresh at the interval of the lists.
  if (!('locks' in navigator)) {
    setInterval(followBalances, refreshPaceMs())
    return
  }
  position = String(Math.floor(serverNow()))
  const others = new BroadcastChannel('artel-live')
  others.onmessage = ({ data }: MessageEvent<Message>) => hear(data)
  const tell = (message: Message) => {
    hear(message)
    others.postMessage(message)
  }
  void navigator.locks.request('artel-live', async () => {
    for (;;) {
      await holdStream(tell)
      await new Promise((resolve) => setTimeout(resolve, comeBackMs))
    }
  })
}

/**
 * Wait before the next attempt, ms. A browser gives up on a refused stream, even if the server was only
 * briefly not ready.
 */
const comeBackMs = 60_000

/** Resolves when the stream is refused. */
function holdStream(tell: (message: Message) => void): Promise<void> {
  return new Promise((resolve) => {
    // After an interruption the browser itself names a later position.
    const stream = new EventSource(`/api/events?since=${position}`)
    stream.onopen = () => tell({ kind: 'state', isOpen: true })
    stream.onmessage = ({ data, lastEventId }) =>
      tell({ kind: 'event', event: JSON.parse(data), position: lastEventId || position })
    // The server no longer knows all changes since the position.
    stream.addEventListener('gap', () => tell({ kind: 'missed' }))
    stream.onerror = () => {
      tell({ kind: 'state', isOpen: false })
      if (stream.readyState === EventSource.CLOSED) resolve()
    }
  })
}

const changed = new Set<LiveEntity>()

function hear(message: Message): void {
  if (message.kind === 'state') {
    setLive(message.isOpen)
    return
  }
  if (message.kind === 'event') position = message.position
  const entities = message.kind === 'event' ? [message.event.entity] : (Object.keys(readers) as LiveEntity[]) // its keys
  if (changed.size === 0) setTimeout(refreshChanged, gatherMs)
  for (const entity of entities) changed.add(entity)
}

function refreshChanged(): void {
  const entities = [...changed]
  changed.clear()
  void refreshCalls(...new Set(entities.flatMap((entity) => readers[entity] ?? [])))
  // A lost connection needs no handling here, because the stream makes up for it after the reconnect.
  if (entities.some((entity) => kept.has(entity))) refreshCompany().catch(() => undefined)
  const isPreview = readSession()?.texts?.is_preview === true
  if (entities.includes('publication')) announceTexts('published', isPreview)
  else if (entities.includes('localization') || entities.includes('import'))
    announceTexts('drafts', isPreview)
  if (entities.some((entity) => ledgers.includes(entity))) followBalances()
}
