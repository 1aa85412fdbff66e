/** What a label says of a box. */
export type BoxLabel = {
  /** 1…64 visible signs of ASCII */
  barcode: string
  number: number
  boxesCount: number
  supplyNumber: string
  destination: string | null
  legalEntity: string | null
  unitsCount: number
  /** Only 75 × 120 mm has room for them. */
  items: readonly { article: string; quantity: number }[]
}
