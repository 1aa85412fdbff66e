/** A scan that the server has not answered yet. */
export type WaitingScan = {
  /** Made here, so that the server counts it once, however often it is sent. */
  scan_id: string
  box_id: number
  barcode: string
  quantity: number
  /** Why the server would not count it; until somebody has seen it, nothing more is sent. */
  refusal?: ScanRefusal
}
export type ScanRefusal = { code: string; message: string }

export type ScanStore = {
  /** In their order. */
  all: () => WaitingScan[]
  add: (scan: WaitingScan) => void
  change: (scan: WaitingScan) => void
  remove: (scanId: string) => void
}

const prefixOf = (userId: number, supplyId: number) => `artel-scans.${userId}.${supplyId}.`

/**
 * Scans of one person in one supply, kept by the browser until they are counted: a lost connection, a closed page or
 * an empty battery takes none of them. Each has a place of its own, so that two windows do not undo each other.
 */
export function openScanStore(userId: number, supplyId: number, storage: Storage = localStorage): ScanStore {
  const prefix = prefixOf(userId, supplyId)
  const keys = () =>
    Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
      .filter((key) => key.startsWith(prefix))
      .sort()
  const keyOf = (scanId: string) => keys().find((key) => key.endsWith(`.${scanId}`))
  return {
    all: () => keys().flatMap((key) => read(storage.getItem(key))),
    add: (scan) => storage.setItem(`${prefix}${nextPlace()}.${scan.scan_id}`, JSON.stringify(scan)),
    change: (scan) => {
      const key = keyOf(scan.scan_id)
      if (key !== undefined) storage.setItem(key, JSON.stringify(scan))
    },
    remove: (scanId) => {
      const key = keyOf(scanId)
      if (key !== undefined) storage.removeItem(key)
    },
  }
}

/** Whether a change of the browser's storage, in another window, is one of these scans. */
export const isOfStore = (key: string | null, userId: number, supplyId: number): boolean =>
  key === null || key.startsWith(prefixOf(userId, supplyId))

let lastPlace = 0

/** Grows with every scan, over reloads too, and sorts as a text. */
function nextPlace(): string {
  lastPlace = Math.max(Date.now() * 1000, lastPlace + 1)
  return String(lastPlace).padStart(17, '0')
}

function read(text: string | null): WaitingScan[] {
  try {
    // Written by `add` and `change` alone.
    return text === null ? [] : [JSON.parse(text) as WaitingScan]
  } catch {
    return []
  }
}
