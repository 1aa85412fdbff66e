import type { ScanRefusal, ScanStore, WaitingScan } from './scan-store.ts'

export type ScanQueueState = {
  /** In sending order, without the refused scan. */
  waiting: readonly WaitingScan[]
  /** No connection. Scanning still works. */
  isLost: boolean
  /** The refused scan that nobody has acknowledged yet. */
  refused: (WaitingScan & { refusal: ScanRefusal }) | null
}

type ScanQueueOptions<Counted> = {
  store: ScanStore
  /** @throws failures that `refusalOf` classifies */
  send: (scan: WaitingScan) => Promise<Counted>
  /** null: no response came, so the same scan must be sent again. */
  refusalOf: (failure: unknown) => ScanRefusal | null
  onCounted: (scan: WaitingScan, answer: Counted) => void
  onRefused: (scan: WaitingScan) => void
}

const firstPauseMs = 500
const longestPauseMs = 8000

/**
 * Sends scans one at a time until each is counted or refused.
 * A refusal stops the queue until it is acknowledged.
 */
export function createScanQueue<Counted>(options: ScanQueueOptions<Counted>) {
  const { store, send, refusalOf, onCounted, onRefused } = options
  const listeners = new Set<() => void>()
  let all = store.all()
  let isLost = false
  let isRunning = false
  let isStopped = true
  /** Id of the scan that is being sent, so that it can no longer be dropped. */
  let sending: string | null = null
  let wake: (() => void) | null = null
  let state: ScanQueueState = stateOf(all, isLost)

  const tell = () => {
    state = stateOf(all, isLost)
    for (const listener of listeners) listener()
  }
  const forget = ({ scan_id }: WaitingScan) => {
    store.remove(scan_id)
    all = all.filter((scan) => scan.scan_id !== scan_id)
  }
  const refuse = (scan: WaitingScan, refusal: ScanRefusal) => {
    const refused = { ...scan, refusal }
    store.change(refused)
    all = all.map((one) => (one.scan_id === scan.scan_id ? refused : one))
    onRefused(refused)
  }
  const sendOne = async (scan: WaitingScan): Promise<boolean> => {
    sending = scan.scan_id
    try {
      const answer = await send(scan)
      isLost = false
      forget(scan)
      onCounted(scan, answer)
      return true
    } catch (failure) {
      const refusal = refusalOf(failure)
      isLost = refusal === null
      if (refusal !== null) refuse(scan, refusal)
      return refusal !== null
    } finally {
      sending = null
      tell()
    }
  }
  const pause = (duration: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, duration)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const run = async () => {
    if (isRunning || isStopped) return
    isRunning = true
    let pauseMs = firstPauseMs
    for (let head = all[0]; head && !head.refusal && !isStopped; head = all[0]) {
      const isAnswered = await sendOne(head)
      if (isAnswered) pauseMs = firstPauseMs
      else {
        await pause(pauseMs)
        pauseMs = Math.min(longestPauseMs, pauseMs * 2)
      }
    }
    isRunning = false
  }

  return {
    state: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    start: () => {
      isStopped = false
      void run()
    },
    stop: () => {
      isStopped = true
      wake?.()
    },
    /** Retries at once, because the connection may be back. */
    retry: () => wake?.(),
    /** Rereads the store after another window has added or sent scans. */
    reread: () => {
      all = store.all()
      tell()
      void run()
    },
    add: (scan: WaitingScan) => {
      store.add(scan)
      all = [...all, scan]
      tell()
      void run()
    },
    /** Removes the last scan if it has not been sent yet. */
    dropLast: (): WaitingScan | null => {
      const last = all.at(-1)
      if (!last || last.scan_id === sending || last.refusal) return null
      forget(last)
      tell()
      return last
    },
    /** Removes the refused scan after a person has seen it, and continues with the others. */
    acknowledge: () => {
      const refused = all.find(({ refusal }) => refusal)
      if (!refused) return
      forget(refused)
      tell()
      void run()
    },
  }
}

function stateOf(all: readonly WaitingScan[], isLost: boolean): ScanQueueState {
  const refused = all.find(
    (scan): scan is WaitingScan & { refusal: ScanRefusal } => scan.refusal !== undefined,
  )
  return { waiting: all.filter(({ refusal }) => !refusal), isLost, refused: refused ?? null }
}
