import { callApi } from '../api/client.ts'
import { refreshCalls } from '../api/query.ts'
import { syncDevice } from '../features/devices/browser-pushes.ts'
import type { AppRouter } from './router.tsx'

/** What the service worker says when somebody has pressed a push. */
type Pressed = { kind: 'push-pressed'; url: string; notification_id: number | null }
type Renewed = { kind: 'push-renewed' }

/** Says that the person has opened what a push tells of. */
function tellOpened(id: number): void {
  callApi('notifications.read', { body: { ids: [id] } })
    .then(() => refreshCalls('notifications.list'))
    // It stays unread, as if it had not been opened.
    .catch(() => undefined)
}

/** Keeps this browser's device true, and goes where a pressed push leads. */
export function followPushes(router: AppRouter, userId: number, pressed: number | null): void {
  if (pressed !== null) tellOpened(pressed)
  if (!('serviceWorker' in navigator)) return
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<Pressed | Renewed>) => {
    if (data.kind === 'push-renewed') void syncDevice(userId)
    if (data.kind !== 'push-pressed') return
    if (data.notification_id !== null) tellOpened(data.notification_id)
    void router.navigate({ href: data.url })
  })
  void syncDevice(userId)
}
