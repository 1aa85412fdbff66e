import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Actor, isAdmin } from '../../access/actor.ts'
import { checkGate, isThroughGate } from '../../access/gate.ts'
import type { Announcement } from '../../database/announcement.ts'
import type { Root } from '../../database/connection/open.ts'
import { ApiError, LimitError } from '../../errors/errors.ts'
import type { LiveEvents } from '../../events/live-events.ts'
import { findStandings, type Standing } from '../../sessions/session.ts'
import { Slices } from '../../slices.ts'
import { onceOver } from '../connections/once-over.ts'

type Stream = { actor: Actor; token: string; reply: FastifyReply }

/**
 * Maximum open streams of a person: one for each browser. Another one is refused, because ending the oldest
 * would make its browser reconnect and end the next, forever.
 */
const streamsPerUser = 20
const comeBackSeconds = 60
const checkMs = 4000
const beatsPerCheck = 6
/** Streams whose sessions one statement reads, because reading thousands at once holds the event loop. */
const checkedAtOnce = 500
/** Maximum bytes that wait in a stream. A reader with more is disconnected, and reconnects by itself. */
const maxWaiting = 65_536
/** Maximum events that are sent in one write. */
const toldAtOnce = 50
/** Maximum earlier events that a new stream begins with. If there were more, its screens read everything again. */
const maxReplayed = 200

/** Tells a browser that events are missing, so its screens have to read everything again. */
const gapMessage = 'event: gap\ndata: {}\n\n'

const gate = {
  access: 'staff',
  isOpenToInactive: false,
  isOpenBeforePasswordChange: false,
  isOpenBeforeTotp: false,
} as const

const streamHeaders = {
  'content-type': 'text/event-stream',
  // The connection carries nothing after the stream.
  connection: 'close',
  // A proxy that buffers answers would delay the events.
  'x-accel-buffering': 'no',
}

/**
 * `GET /api/events`: server-sent events that this person may see, for as long as their session lives.
 * @returns a function that counts the open streams
 */
export function serveEventStreams(app: FastifyInstance, root: Root, events: LiveEvents): () => number {
  const streams = new Set<Stream>()
  const end = (stream: Stream) => {
    streams.delete(stream)
    stream.reply.raw.end()
  }
  const send = (stream: Stream, words: string) => {
    const { raw } = stream.reply
    if (raw.writableLength <= maxWaiting) return raw.write(words)
    streams.delete(stream)
    // A normal end would wait behind the data that the reader does not take.
    return raw.socket?.resetAndDestroy()
  }
  const waiting: Announcement[] = []
  let isTelling = false
  const unsubscribe = events.subscribe(
    (announcement) => {
      waiting.push(announcement)
      if (!isTelling) void tell()
    },
    () => {
      for (const stream of streams) send(stream, gapMessage)
    },
  )

  /**
   * Sends the waiting announcements to all streams. Pauses whenever its slice of the event loop is over,
   * because one call may announce hundreds of changes to a thousand screens. Sends up to `toldAtOnce`
   * announcements to a stream in one write, because each write costs more than its bytes.
   */
  const tell = async () => {
    isTelling = true
    // No event that still waits was announced before now.
    const position = positionAt(Date.now())
    try {
      await sendWaiting(await Slices.begin(), position)
    } finally {
      isTelling = false
    }
  }

  const sendWaiting = async (slices: Slices, position: string) => {
    for (let told = waiting.splice(0, toldAtOnce); told.length > 0; told = waiting.splice(0, toldAtOnce)) {
      // Serialize each event once, because a thousand streams may receive it.
      const worded = told.map((one) => ({ ...one, words: messageOf(one) }))
      for (const stream of [...streams]) {
        if (slices.isOver) await slices.next()
        const heard = worded.filter((one) => mayHear(stream.actor, one)).map(({ words }) => words)
        // The stream may have ended meanwhile.
        if (heard.length > 0 && streams.has(stream)) send(stream, heard.join('') + position)
      }
      // A person who was just archived receives nothing more.
      const changed = new Set(told.filter(({ event }) => event.entity === 'user').map(personOf))
      void endDead([...streams].filter(({ actor }) => changed.has(`${actor.companyId} ${actor.userId}`)))
    }
  }

  /** Ends streams whose session has ended, or whose person has other rights now or could not open one. */
  const endDead = async (watched: readonly Stream[]) => {
    for (let from = 0; from < watched.length; from += checkedAtOnce) {
      const some = watched.slice(from, from + checkedAtOnce)
      const tokens = some.map(({ token }) => token)
      // While the database is unavailable nobody can tell, so the streams stay open.
      const standings = await findStandings(root, tokens).catch(() => null)
      for (const stream of some) if (standings && !mayGoOn(stream, standings.get(stream.token))) end(stream)
    }
  }

  /** Sends what happened since the position that the browser names, if it names one. */
  const replay = (stream: Stream, since: number | null) => {
    if (since === null) return
    const missed = events.since(since, stream.actor.companyId)?.filter((one) => mayHear(stream.actor, one))
    const isKnown = missed !== undefined && missed.length <= maxReplayed
    send(stream, isKnown ? missed.map(messageOf).join('') : gapMessage)
  }

  app.get('/api/events', (request, reply) => {
    const { actor, token } = request.session
    checkGate(gate, actor)
    // The gate lets in nobody without a session.
    if (!actor || !token) throw new ApiError('unauthenticated')
    const own = [...streams].filter((stream) => isSamePerson(stream.actor, actor))
    if (own.length >= streamsPerUser) throw new LimitError(comeBackSeconds)
    reply.headers(streamHeaders)
    // HEAD requests only the headers, so no stream begins.
    if (request.method === 'HEAD') return reply.send()
    reply.hijack()
    reply.raw.writeHead(200, reply.getHeaders() as Record<string, string>) // set by our own hooks, all of them strings
    reply.raw.write('retry: 2000\n\n')
    const stream = { actor, token, reply }
    streams.add(stream)
    onceOver(reply.raw, () => streams.delete(stream))
    replay(stream, positionOf(request))
    return reply
  })

  let beats = 0
  const timer = setInterval(async () => {
    await endDead([...streams])
    const isBeat = ++beats % beatsPerCheck === 0
    // A position must not pass events that still wait.
    const beat = isTelling ? ': beat\n\n' : `: beat\n${positionAt(Date.now())}`
    if (isBeat) for (const stream of streams) send(stream, beat)
  }, checkMs)
  timer.unref()

  // End the streams before the server waits for its connections, because an open stream would block it
  // forever.
  app.addHook('preClose', async () => {
    clearInterval(timer)
    unsubscribe()
    for (const stream of streams) end(stream)
  })
  return () => streams.size
}

const messageOf = ({ event }: Announcement): string => `data: ${JSON.stringify(event)}\n\n`

/** The browser sends the latest position back as `Last-Event-ID` when it opens the stream again. */
const positionAt = (ms: number): string => `id: ${ms}\n\n`

/**
 * The time up to which the browser knows the state, ms since 1970: of the interrupted stream, or when the page
 * was read. Null if it names none.
 */
function positionOf({ headers, query }: FastifyRequest): number | null {
  const text = headers['last-event-id'] ?? (query as { since?: unknown }).since // parsed by our own parser
  return typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : null
}

// The gate of a new stream decides, so that an open stream cannot outlive what a new one is refused for.
const mayGoOn = ({ actor }: Stream, standing: Standing | undefined): boolean =>
  standing !== undefined && standing.type === actor.type && isThroughGate(gate, { ...actor, ...standing })

const isSamePerson = (a: Actor, b: Actor) => a.companyId === b.companyId && a.userId === b.userId

const personOf = ({ companyId, event }: Announcement): string => `${companyId} ${event.id}`

function mayHear(actor: Actor, { companyId, audience }: Announcement): boolean {
  if (companyId !== actor.companyId) return false
  if (typeof audience === 'object' && 'only' in audience) return audience.only.includes(actor.userId)
  return isAdmin(actor) || audience === 'everyone' || audience.includes(actor.userId)
}
