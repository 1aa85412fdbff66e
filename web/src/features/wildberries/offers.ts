import type { WildberriesItem } from '@artel/contract/wildberries'

const textNames = ['name', 'article', 'brand', 'category', 'description'] as const

/** What of a form can be filled. */
export type Fillable = Record<(typeof textNames)[number], string> & { barcodes: readonly string[] }
type FieldName = keyof Fillable

/** What the form is given: only the fields that change. */
export type Filled = { wildberries_id: number } & {
  -readonly [Name in FieldName]?: Name extends 'barcodes' ? string[] : string
}

/** A field that Wildberries knows otherwise than the form has it. */
export type Offer = {
  name: FieldName
  value: string
  /** What stands there now, and is replaced only where the person says so; null: nothing. */
  present: string | null
}

/** What can be filled in; what the form has already is no offer. */
export function offersOf(item: WildberriesItem, form: Fillable): Offer[] {
  const texts = textNames.flatMap((name): Offer[] => {
    const [value, present] = [item[name] ?? '', form[name].trim()]
    if (value === '' || value === present) return []
    return [{ name, value, present: present === '' ? null : present }]
  })
  const missing = missingBarcodes(item, form)
  // They stand beside those that are there, so none has to give way.
  const barcodes: Offer[] =
    missing.length === 0 ? [] : [{ name: 'barcodes', value: missing.join(', '), present: null }]
  return [...texts, ...barcodes]
}

/** The fields to fill: those that are empty, and of the others those that were chosen. */
export function filledOf(item: WildberriesItem, form: Fillable, chosen: ReadonlySet<string>): Filled {
  const filled: Filled = { wildberries_id: item.id }
  for (const { name, value, present } of offersOf(item, form)) {
    if (present !== null && !chosen.has(name)) continue
    if (name === 'barcodes') filled.barcodes = [...form.barcodes, ...missingBarcodes(item, form)]
    else filled[name] = value
  }
  return filled
}

const missingBarcodes = (item: WildberriesItem, form: Fillable): string[] =>
  item.barcodes.filter((barcode) => !form.barcodes.includes(barcode))
