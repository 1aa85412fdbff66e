/** An address parameter of a window that the service worker has opened, see `keepPress` there. */
export const markName = 'from_push'

/** What the service worker shows for a push, and where a press on it leads. */
export type ShownPush = {
  title: string
  body: string
  /** A push replaces a shown one with the same tag. */
  tag: string
  /** Number of unread notifications of the person; null: unknown. */
  unread: number | null
  data: PushTarget
}

export type PushTarget = {
  /** An address inside the app. */
  url: string
  notification_id: number | null
}

type Message = { [Name in 'title' | 'body' | 'url' | 'tag' | 'notification_id' | 'unread']?: unknown }

const asText = (value: unknown): string => (typeof value === 'string' ? value : '')
const asNumber = (value: unknown): number | null => (typeof value === 'number' ? value : null)

/**
 * Parses a push message.
 * Any field may be missing, because the sender is not trusted. @param text null: no content
 */
export function readPush(text: string | null, origin: string): ShownPush {
  const message = parse(text)
  return {
    title: asText(message.title) || 'Артель',
    body: asText(message.body),
    tag: asText(message.tag),
    unread: asNumber(message.unread),
    data: { url: ownAddress(message.url, origin), notification_id: asNumber(message.notification_id) },
  }
}

/** Parses the data that was attached to a shown notification. */
export function readTarget(data: unknown, origin: string): PushTarget {
  const { url, notification_id }: Message = Object(data)
  return { url: ownAddress(url, origin), notification_id: asNumber(notification_id) }
}

function parse(text: string | null): Message {
  try {
    return Object(JSON.parse(text ?? ''))
  } catch {
    return {}
  }
}

/** An address inside this app, even if the push names another origin. */
function ownAddress(url: unknown, origin: string): string {
  const address = URL.canParse(asText(url), origin) ? new URL(asText(url), origin) : null
  return address?.origin === origin ? address.pathname + address.search + address.hash : '/'
}
