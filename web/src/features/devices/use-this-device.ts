import { useCallback, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { refreshEntities } from '../../api/cache/refresh.ts'
import { notify } from '../../ui/notices/notify.ts'
import { knowDevice, readFacts, switchOff, switchOn, syncDevice } from './browser-pushes.ts'
import type { BrowserFacts } from './push-stand.ts'

/**
 * What this browser says about pushes, and functions that change it. `facts` is null until the browser answers.
 * `id` is undefined until it is known whether the server knows this browser.
 */
export function useThisDevice(userId: number) {
  const t = useTranslations('devices')
  const [facts, setFacts] = useState<BrowserFacts | null>(null)
  const [id, setId] = useState<number | null>()
  const [isBusy, setIsBusy] = useState(false)
  const refresh = useCallback(() => {
    void readFacts(userId).then(setFacts)
    void syncDevice(userId).then(setId)
  }, [userId])
  useEffect(() => {
    refresh()
    // The person comes back from the settings of the browser.
    const look = () => document.visibilityState === 'visible' && refresh()
    const events = ['visibilitychange', 'focus'] as const
    for (const event of events) window.addEventListener(event, look)
    return () => {
      for (const event of events) window.removeEventListener(event, look)
    }
  }, [refresh])
  const run = async (work: () => Promise<void>) => {
    setIsBusy(true)
    await work().catch(() => notify({ text: t('failed'), tone: 'bad' }))
    await refreshEntities('device')
    setIsBusy(false)
    refresh()
  }
  return {
    facts,
    id,
    isBusy,
    refresh,
    turnOn: () =>
      void run(async () => {
        const device = await switchOn(userId)
        knowDevice(device)
        if (device !== null) notify({ text: t('switchedOn'), tone: 'ok' })
        // If the person has blocked them, the page says where to allow them, and a press asks no more.
        else if (Notification.permission === 'default') notify({ text: t('notAllowed'), tone: 'bad' })
      }),
    turnOff: () =>
      void run(async () => {
        await switchOff(userId)
        knowDevice(null)
        notify({ text: t('switchedOff'), tone: 'ok' })
      }),
  }
}
