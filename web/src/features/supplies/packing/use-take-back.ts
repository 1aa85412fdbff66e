import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { refreshAfter } from '../../../api/cache/refresh.ts'
import { callApi } from '../../../api/send/client.ts'
import type { Failure } from '../../../api/send/failure.ts'
import { useUser } from '../../../api/session/session.ts'
import { notify } from '../../../ui/notices/notify.ts'
import type { Packing } from './use-packing.ts'

/**
 * Undoes the person's own last scan in this box:
 * a waiting scan is dropped, a counted scan is cancelled on the server.
 */
export function useTakeBack({ scans, productOf, setAnswered }: Packing, supplyId: number, boxId: number) {
  const t = useTranslations('packing')
  const me = useUser()
  const { mutate, isPending } = useMutation<string | null, Failure>({
    mutationFn: async () => {
      const dropped = scans.dropLast()
      if (dropped) return productOf(dropped.barcode)?.name ?? dropped.barcode
      const { scans: sent } = await callApi('supplies.scans', {
        params: { id: supplyId },
        query: { limit: 1, sort_by: 'created_at', direction: 'desc' },
        body: { user_id: me.id, box_id: boxId, is_taken_back: false },
      })
      const [last] = sent
      if (!last) return null
      const { box } = await callApi('supplies.takeBack', {
        params: { supply_id: supplyId, id: boxId, scan_key: last.scan_id },
      })
      setAnswered(box)
      return last.product.name
    },
    onSuccess: (name) => {
      notify(
        name === null
          ? { text: t('nothingToTakeBack'), tone: 'warn' }
          : { text: t('tookBack', { name }), tone: 'ok' },
      )
      void refreshAfter('supplies.takeBack')
    },
    onError: (failure) => notify({ text: failure.message || t('takeBackFailed'), tone: 'bad' }),
  })
  return { isBusy: isPending, run: () => mutate() }
}
