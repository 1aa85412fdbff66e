import { useCallback, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { refreshEntities } from '../../api/refresh.ts'
import { notify } from '../../ui/notify.ts'
import { knowDevice, type PushStand, readStand, switchOff, switchOn, syncDevice } from './browser-pushes.ts'

/**
 * The push state of this browser, and functions that change it. `stand` is null until the browser answers.
 */
export function useThisDevice(userId: number) {
  const t = useTranslations('devices')
  const [stand, setStand] = useState<PushStand | null>(null)
  const [id, setId] = useState<number | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const refresh = useCallback(() => {
    readStand(userId).then(setStand, () => setStand('unsupported'))
    syncDevice(userId).then(setId)
  }, [userId])
  useEffect(refresh, [refresh])
  const run = async (work: () => Promise<void>) => {
    setIsBusy(true)
    await work().catch(() => notify({ text: t('failed'), tone: 'bad' }))
    await refreshEntities('device')
    setIsBusy(false)
    refresh()
  }
  return {
    stand,
    id,
    isBusy,
    refresh,
    turnOn: () =>
      void run(async () => {
        const device = await switchOn(userId)
        knowDevice(device)
        notify(
          device === null ? { text: t('notAllowed'), tone: 'bad' } : { text: t('switchedOn'), tone: 'ok' },
        )
      }),
    turnOff: () =>
      void run(async () => {
        await switchOff(userId)
        knowDevice(null)
        notify({ text: t('switchedOff'), tone: 'ok' })
      }),
  }
}
