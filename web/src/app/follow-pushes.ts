import { callApi } from '../api/client.ts'
import { refreshCalls } from '../api/query.ts'
import { syncDevice } from '../features/devices/browser-pushes.ts'
import type { AppRouter } from './router.tsx'

/** What the service worker says when somebody has pressed a push. */
type Pressed = { kind: 'push-pressed'; url: string; notification_id: number | null }
/** What it says of the press that has opened this window. */
type Opened = { kind: 'push-opened'; notification_id: number }
type Renewed = { kind: 'push-renewed' }

/** Says that the person has opened what a push tells of. */
function tellOpened(id: number): void {
  callApi('notifications.read', { body: { ids: [id] } })
    .then(() => refreshCalls('notifications.list'))
    // It stays unread, as if it had not been opened.
    .catch(() => undefined)
}

/** Keeps this browser's device true, and goes where a pressed push leads. */
export function followPushes(router: AppRouter, userId: number, mark: string | null): void {
  if (!('serviceWorker' in navigator)) return
  navigator.serviceWorker.addEventListener(
    'message',
    ({ data }: MessageEvent<Pressed | Opened | Renewed>) => {
      if (data.kind === 'push-renewed') void syncDevice(userId)
      if (data.kind === 'push-opened') tellOpened(data.notification_id)
      if (data.kind !== 'push-pressed') return
      if (data.notification_id !== null) tellOpened(data.notification_id)
      void router.navigate({ href: data.url })
    },
  )
  // The address alone proves nothing: whoever can write a link could mark what others have not read.
  if (mark !== null)
    void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage({ kind: 'push-mark', mark }))
  void syncDevice(userId)
}
