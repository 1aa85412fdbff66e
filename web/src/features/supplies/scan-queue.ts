import type { ScanRefusal, ScanStore, WaitingScan } from './scan-store.ts'

export type ScanQueueState = {
  /** In the order in which they are sent, without the refused one. */
  waiting: readonly WaitingScan[]
  /** The connection is gone; scanning goes on. */
  isLost: boolean
  /** Refused, and seen by nobody yet. */
  refused: (WaitingScan & { refusal: ScanRefusal }) | null
}

type ScanQueueOptions<Counted> = {
  store: ScanStore
  /** @throws what `refusalOf` tells apart */
  send: (scan: WaitingScan) => Promise<Counted>
  /** Null: no answer has come, and the same is to be sent again. */
  refusalOf: (failure: unknown) => ScanRefusal | null
  onCounted: (scan: WaitingScan, answer: Counted) => void
  onRefused: (scan: WaitingScan) => void
}

const firstPauseMs = 500
const longestPauseMs = 8000

/** Sends scans one after another until each is counted or refused. What was refused stops it until it is acknowledged. */
export function createScanQueue<Counted>(options: ScanQueueOptions<Counted>) {
  const { store, send, refusalOf, onCounted, onRefused } = options
  const listeners = new Set<() => void>()
  let all = store.all()
  let isLost = false
  let isRunning = false
  let isStopped = true
  /** On its way, so that it cannot be dropped any more. */
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
    /** The connection may be back: tries at once. */
    retry: () => wake?.(),
    /** Another window has added or sent some. */
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
    /** Takes out the last one that has not left yet. */
    dropLast: (): WaitingScan | null => {
      const last = all.at(-1)
      if (!last || last.scan_id === sending || last.refusal) return null
      forget(last)
      tell()
      return last
    },
    /** The refused one was seen, and is out; the others go on. */
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
