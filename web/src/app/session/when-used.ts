import { notificationsStore } from '@mantine/notifications'
import { watchDialogs } from '../../ui/dialog/open-dialog.tsx'

const inputs = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin'] as const

/**
 * Resolves at the first input of the person, or when the app itself opens a dialog or a notice: until then neither
 * can be seen, nor a menu, so that the first visit need not wait for their code.
 */
export const whenUsed = new Promise<void>((resolve) => {
  const stops = [
    watchDialogs(use),
    notificationsStore.subscribe(use),
    ...inputs.map((name) => {
      window.addEventListener(name, use, { capture: true, passive: true })
      return () => window.removeEventListener(name, use, { capture: true })
    }),
  ]
  function use(): void {
    for (const stop of stops) stop()
    resolve()
  }
})
