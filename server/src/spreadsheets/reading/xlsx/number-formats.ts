import { maxCellStyles } from '../limits.ts'
import { broken } from '../table-error.ts'
import { attributesOf, readXml } from './xml.ts'

/** How a number is displayed: `date` counts days since an epoch, `duration` is a length in days. */
export type NumberKind = 'plain' | 'date' | 'duration'

// ECMA-376 part 1, 18.8.30: built-in formats, which every program knows by number. 27–36 and 50–58 are East
// Asian dates.
const builtInDates = [
  14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 47, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 50, 51, 52, 53, 54, 55,
  56, 57, 58,
]
const builtInDuration = 46

/** The kind of number of each cell style, by the index of the style. */
export async function readNumberKinds(pieces: AsyncIterable<Buffer>): Promise<NumberKind[]> {
  const kinds = new Map<number, NumberKind>(builtInDates.map((id) => [id, 'date']))
  kinds.set(builtInDuration, 'duration')
  const styles: NumberKind[] = []
  let isInCells = false
  await readXml(pieces, {
    open(name, attributes) {
      if (name === 'cellXfs') isInCells = true
      else if (name === 'numFmt') {
        const found = attributesOf(attributes)
        kinds.set(Number(found.get('numFmtId')), kindOf(found.get('formatCode') ?? ''))
      } else if (name === 'xf' && isInCells) {
        styles.push(kinds.get(Number(attributesOf(attributes).get('numFmtId'))) ?? 'plain')
      }
      if (styles.length > maxCellStyles || kinds.size > maxCellStyles) throw broken()
    },
    close(name) {
      if (name === 'cellXfs') isInCells = false
    },
  })
  return styles
}

function kindOf(format: string): NumberKind {
  // The section for positive numbers, without literals: "text", \c, _c, *c.
  const [shown = ''] = format.replace(/"[^"]*"|[\\_*]./g, '').split(';')
  if (/\[(h+|m+|s+)\]/i.test(shown)) return 'duration'
  // Without colours, conditions and locales. The word `General` is removed, because its letters are not date
  // codes.
  const signs = shown.replace(/\[[^\]]*\]/g, '').replace(/general|основной|standard/gi, '')
  return /[ymdhs]/i.test(signs) ? 'date' : 'plain'
}
