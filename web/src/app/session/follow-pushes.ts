import { refreshEntities } from '../../api/cache/refresh.ts'
import { callApi } from '../../api/send/client.ts'
import { syncDevice } from '../../features/devices/browser-pushes.ts'
import type { AppRouter } from '../routes/router.tsx'

/** Message of the service worker after a person has pressed a push. */
type Pressed = { kind: 'push-pressed'; url: string; notification_id: number | null }
/** Message of the service worker about the press that opened this window. */
type Opened = { kind: 'push-opened'; notification_id: number }
type Renewed = { kind: 'push-renewed' }

/** Marks the notification of an opened push as read. */
function tellOpened(id: number): void {
  callApi('notifications.read', { body: { ids: [id] } })
    .then(() => refreshEntities('notification'))
    // After a failure the notification stays unread.
    .catch(() => undefined)
}

/** Keeps the registration of this browser up to date, and opens the address of a pressed push. */
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
  // The address alone proves nothing: anybody who writes a link could mark notifications as read.
  if (mark !== null)
    void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage({ kind: 'push-mark', mark }))
  void syncDevice(userId)
}
