import type { Supply } from '@artel/contract/supplies/supplies'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { readCall } from '../../../api/cache/query.ts'
import { refreshEntities } from '../../../api/cache/refresh.ts'
import { callApi } from '../../../api/send/client.ts'
import type { Failure } from '../../../api/send/failure.ts'
import { useUser } from '../../../api/session/session.ts'
import { notify } from '../../../ui/notices/notify.ts'
import { freeBox } from '../boxes/free-box.ts'

/**
 * Opens the packing screen for a free box. Creates a box if none is free. Without a connection: a box that was free
 * when the connection was lost.
 */
export function useGoPacking(supply: Pick<Supply, 'id'>, onOpened?: () => void) {
  const t = useTranslations('supplies')
  const navigate = useNavigate()
  const me = useUser()
  const open = (boxId: number) => {
    void navigate({
      to: '/supply/$id',
      params: { id: String(supply.id) },
      search: { pack: boxId },
    })
    onOpened?.()
  }
  const { mutate, isPending } = useMutation<number, Failure, { after?: number }>({
    mutationFn: async ({ after = 0 }) => {
      const { boxes } = await readCall('supplies.boxes', {
        params: { id: supply.id },
        query: { limit: 200, sort_by: 'number', direction: 'asc' },
        body: { is_sealed: false },
      })
      const found = freeBox(boxes, me.id, after)
      if (found) return found.id
      const added = await callApi('supplies.addBoxes', {
        params: { supply_id: supply.id },
        body: { count: 1 },
      })
      void refreshEntities('supply', 'task')
      // The server adds exactly the requested number of boxes.
      return added.boxes[0]!.id
    },
    onSuccess: open,
    onError: (failure) => notify({ text: failure.message || t('stepFailed'), tone: 'bad' }),
  })
  return { isBusy: isPending, go: () => mutate({}), goOn: (after: number) => mutate({ after }), open }
}
