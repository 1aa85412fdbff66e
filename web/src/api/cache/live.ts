import { type LiveEntity, type LiveEvent, liveEntities } from '@artel/contract/events'
import { serverNow } from '../../ui/dates/server-clock.ts'
import { refreshShownBalances } from '../session/session.ts'
import { refreshEntities } from './refresh.ts'
import { refreshPaceMs, setLive } from './refresh-pace.ts'

/** Time in which events are gathered, ms. They come in bursts, and one refresh serves the whole burst. */
const gatherMs = 250
/** Missing events concern all screens of an installation at once, so these spread their reads over this time, ms. */
const spreadMs = 3000

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
    setInterval(() => void refreshShownBalances().catch(() => undefined), refreshPaceMs())
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
    // The server no longer has all events after the position.
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
  const entities = message.kind === 'event' ? [message.event.entity] : liveEntities
  const waitMs = message.kind === 'missed' ? gatherMs + Math.random() * spreadMs : gatherMs
  if (changed.size === 0) setTimeout(refreshChanged, waitMs)
  for (const entity of entities) changed.add(entity)
}

function refreshChanged(): void {
  const entities = [...changed]
  changed.clear()
  void refreshEntities(...entities)
}
