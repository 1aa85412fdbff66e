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
  /** Shown only on 75 × 120 mm, because the smaller label has no room. */
  items: readonly { article: string; quantity: number }[]
}
