import { type LabelSize, labelSizes } from '@artel/contract/supplies/supplies.line'

/** Stored for the device, not for the person, because a tablet stays in one place. */
const keys = { printer: 'artel-printer', size: 'artel-label-size', silent: 'artel-printer-silent' } as const

export type PlacePrinter = {
  /** Null: this place has no printer. */
  name: string | null
  size: LabelSize
  /** Whether the label of a closed box is printed by itself. */
  isAuto: boolean
}

export const readPlacePrinter = (): PlacePrinter => ({
  name: localStorage.getItem(keys.printer),
  size: labelSizes.find((size) => size === localStorage.getItem(keys.size)) ?? labelSizes[0],
  isAuto: localStorage.getItem(keys.silent) === null,
})

export function writePlacePrinter({ name, size, isAuto }: PlacePrinter): void {
  const write = (key: string, value: string | null) =>
    value === null ? localStorage.removeItem(key) : localStorage.setItem(key, value)
  write(keys.printer, name)
  write(keys.size, size)
  write(keys.silent, isAuto ? null : '1')
}
