/** The content of a label for a box. */
export type BoxLabel = {
  /** 1…64 visible ASCII characters. */
  barcode: string
  number: number
  boxesCount: number
  supplyNumber: string
  destination: string | null
  legalEntity: string | null
  unitsCount: number
  /** Its first lines, at most `maxLabelItems`. Shown only on 75 × 120 mm, because the smaller label has no room. */
  items: readonly { article: string; quantity: number }[]
  /** All lines of the box. */
  itemsCount: number
}

/** More lines than any label has room for. */
export const maxLabelItems = 40

/** The content of a label for a pallet. */
export type PalletLabel = {
  kind: 'pallet'
  /** An SSCC of 18 digits, which is printed as GS1-128, or another code of 1…64 visible ASCII characters. */
  barcode: string
  number: number
  palletsCount: number
  /** Boxes on it; 0: how many come is not known yet, so the label does not say. */
  boxesCount: number
  unitsCount: number
  supplyNumber: string
  destination: string | null
  legalEntity: string | null
}

export type Label = BoxLabel | PalletLabel
