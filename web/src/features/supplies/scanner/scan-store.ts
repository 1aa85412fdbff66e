/** A scan without a response from the server yet. */
export type WaitingScan = {
  /** Created on the client, so that the server counts the scan once, however often it is sent. */
  scan_id: string
  box_id: number
  barcode: string
  quantity: number
  /** Why the server refused the scan. Nothing more is sent until a person has seen it. */
  refusal?: ScanRefusal
}
export type ScanRefusal = { code: string; message: string }

export type ScanStore = {
  /** In scan order. */
  all: () => WaitingScan[]
  add: (scan: WaitingScan) => void
  change: (scan: WaitingScan) => void
  remove: (scanId: string) => void
}

const prefixOf = (userId: number, supplyId: number) => `artel-scans.${userId}.${supplyId}.`

/**
 * Scans of one person in one supply, kept in the browser's storage until they are counted, so that a lost
 * connection, a closed page or an empty battery loses none. Each scan has its own key, so that two windows do
 * not overwrite each other.
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

/**
 * Whether a storage event from another window concerns these scans.
 * A null key means that the storage was cleared.
 */
export const isOfStore = (key: string | null, userId: number, supplyId: number): boolean =>
  key === null || key.startsWith(prefixOf(userId, supplyId))

let lastPlace = 0

/** A key part that grows with each scan, across reloads too, and sorts as text. */
function nextPlace(): string {
  lastPlace = Math.max(Date.now() * 1000, lastPlace + 1)
  return String(lastPlace).padStart(17, '0')
}

function read(text: string | null): WaitingScan[] {
  try {
    // Only `add` and `change` write it, so the cast holds.
    return text === null ? [] : [JSON.parse(text) as WaitingScan]
  } catch {
    return []
  }
}
