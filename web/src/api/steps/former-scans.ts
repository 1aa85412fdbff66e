import type { WaitingStep } from './waiting-step.ts'

type FormerScan = {
  scan_id: string
  box_id: number
  barcode: string
  quantity: number
  refusal?: { code: string; message: string }
}

/** `artel-scans.USER.SUPPLY.PLACE.SCAN`; the place is the time of the scan in microseconds. */
const keyOf = /^artel-scans\.(\d+)\.(\d+)\.(\d{17})\./

/**
 * Scans that wait where versions before the queue of steps kept them, as steps.
 * @param person `COMPANY.USER`
 * @returns each with a function that removes it from there, to be called once it is kept elsewhere
 */
export function readFormerScans(
  person: string,
  storage: Storage,
): { step: WaitingStep; remove: () => void }[] {
  const [, userId] = person.split('.')
  return Object.keys(storage).flatMap((key) => {
    const [, user, supply, place] = keyOf.exec(key) ?? []
    const scan = parse(storage.getItem(key))
    if (user === undefined || user !== userId || !scan) return []
    const { scan_id, box_id, barcode, quantity, refusal } = scan
    const step: WaitingStep = {
      id: scan_id,
      call: 'supplies.scan',
      params: { supply_id: Number(supply), id: box_id },
      body: { barcode, quantity },
      subject: scansOf(Number(supply)),
      title: '',
      seen: null,
      made_at: Math.floor(Number(place) / 1000),
      held_until: 0,
      ...(refusal && { refusal }),
    }
    return [{ step, remove: () => storage.removeItem(key) }]
  })
}

/** Scans of a supply wait for each other. */
export const scansOf = (supplyId: number): string => `scans:${supplyId}`

function parse(text: string | null): FormerScan | null {
  try {
    // Only the former version wrote it, so the cast holds.
    return text === null ? null : (JSON.parse(text) as FormerScan)
  } catch {
    return null
  }
}
