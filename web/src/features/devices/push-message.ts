/** The name in the address of a window that the service worker has opened, see `keepPress` there. */
export const markName = 'from_push'

/** What the service worker shows of a push, and where pressing it leads. */
export type ShownPush = {
  title: string
  body: string
  /** What has the tag of one that is shown takes its place. */
  tag: string
  /** How many the person has not opened; null: not said. */
  unread: number | null
  data: PushTarget
}

export type PushTarget = {
  /** An address of the app. */
  url: string
  notification_id: number | null
}

type Message = { [Name in 'title' | 'body' | 'url' | 'tag' | 'notification_id' | 'unread']?: unknown }

const asText = (value: unknown): string => (typeof value === 'string' ? value : '')
const asNumber = (value: unknown): number | null => (typeof value === 'number' ? value : null)

/** What a push brings, as it is shown; of a stranger's make anything may be missing. @param text null: nothing */
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

/** What a notification that is shown was given. */
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

/** An address of this app, whatever the push says. */
function ownAddress(url: unknown, origin: string): string {
  const address = URL.canParse(asText(url), origin) ? new URL(asText(url), origin) : null
  return address?.origin === origin ? address.pathname + address.search + address.hash : '/'
}
