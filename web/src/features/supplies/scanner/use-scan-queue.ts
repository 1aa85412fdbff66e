import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Answer } from '../../../api/calls.ts'
import { callApi } from '../../../api/client.ts'
import { isRefusal } from '../../../api/refusal.ts'
import { useUser } from '../../../api/session.ts'
import { createScanQueue } from './scan-queue.ts'
import { isOfStore, openScanStore, type ScanRefusal, type WaitingScan } from './scan-store.ts'

export type ScanAnswer = Answer<'supplies.scan'>

type Handlers = {
  onCounted: (scan: WaitingScan, answer: ScanAnswer) => void
  onRefused: (scan: WaitingScan) => void
}

/** The scans of this person in a supply that the server has not answered yet. */
export function useScanQueue(supplyId: number, handlers: Handlers) {
  const me = useUser()
  const latest = useRef(handlers)
  useEffect(() => {
    latest.current = handlers
  })
  const [queue] = useState(() =>
    createScanQueue<ScanAnswer>({
      store: openScanStore(me.id, supplyId),
      send: ({ box_id, barcode, scan_id, quantity }) =>
        callApi('supplies.scan', {
          params: { supply_id: supplyId, id: box_id },
          body: { barcode, scan_id, quantity },
        }),
      refusalOf,
      onCounted: (...told) => latest.current.onCounted(...told),
      onRefused: (...told) => latest.current.onRefused(...told),
    }),
  )
  useEffect(() => {
    const retry = () => queue.retry()
    const reread = ({ key }: StorageEvent) => isOfStore(key, me.id, supplyId) && queue.reread()
    window.addEventListener('online', retry)
    window.addEventListener('storage', reread)
    queue.start()
    return () => {
      window.removeEventListener('online', retry)
      window.removeEventListener('storage', reread)
      queue.stop()
    }
  }, [queue, me.id, supplyId])
  const state = useSyncExternalStore(queue.subscribe, queue.state)
  return { queue, ...state }
}

function refusalOf(failure: unknown): ScanRefusal | null {
  return isRefusal(failure) ? { code: failure.code ?? 'other', message: failure.message } : null
}
