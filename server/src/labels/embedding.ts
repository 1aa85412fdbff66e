import { type Face, fontOf } from './fonts.ts'
import { type Pdf, reference } from './pdf.ts'

export type Embedding = ReturnType<typeof embed>

/** A font that goes into the file with no more than the glyphs that were used. Signs are set without kerning. */
export function embed(pdf: Pdf, face: Face) {
  const font = fontOf(face)
  const subset = font.createSubset()
  const id = pdf.reserve()
  const codes = new Map<string, string>()
  const widths = [font.getGlyph(0).advanceWidth]
  const inThousandths = (length: number) => Math.round((length * 1000) / font.unitsPerEm)

  function codeOf(sign: string): string {
    let code = codes.get(sign)
    if (code === undefined) {
      const glyph = font.glyphForCodePoint(sign.codePointAt(0) ?? 0)
      // Its declaration says boolean; it is the number of the glyph in the subset.
      const number = subset.includeGlyph(glyph) as unknown as number
      widths[number] = glyph.advanceWidth
      code = hex(number)
      codes.set(sign, code)
    }
    return code
  }

  return {
    id,
    /** Text as what shows it takes it. */
    encode: (text: string): string => `<${Array.from(text, codeOf).join('')}>`,

    /** Its objects, once all text is set. */
    *objects(): Generator<Buffer> {
      // Six letters and a plus say that it is a part of the font.
      const name = `ARTELX+${font.postscriptName}`
      const file = pdf.reserve()
      const program = subset.encode()
      yield pdf.stream(file, program, `/Length1 ${program.length}`)
      const { bbox } = font
      const box = [bbox.minX, bbox.minY, bbox.maxX, bbox.maxY].map(inThousandths).join(' ')
      const heights = `/Ascent ${inThousandths(font.ascent)}/Descent ${inThousandths(font.descent)}`
      const descriptor = pdf.reserve()
      yield pdf.object(
        descriptor,
        // Flag 3, symbolic: its glyphs are numbered by ourselves.
        `<</Type/FontDescriptor/FontName/${name}/Flags 4/FontBBox[${box}]/ItalicAngle 0${heights}` +
          `/CapHeight ${inThousandths(font.capHeight)}/StemV 0/FontFile2 ${reference(file)}>>`,
      )
      const descendant = pdf.reserve()
      yield pdf.object(
        descendant,
        `<</Type/Font/Subtype/CIDFontType2/BaseFont/${name}/CIDToGIDMap/Identity` +
          '/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>' +
          `/FontDescriptor ${reference(descriptor)}/W[0[${widths.map(inThousandths).join(' ')}]]>>`,
      )
      const meanings = pdf.reserve()
      yield pdf.stream(meanings, meaningsOf(codes))
      yield pdf.object(
        id,
        `<</Type/Font/Subtype/Type0/BaseFont/${name}/Encoding/Identity-H` +
          `/DescendantFonts[${reference(descendant)}]/ToUnicode ${reference(meanings)}>>`,
      )
    },
  }
}

const hex = (number: number): string => number.toString(16).padStart(4, '0')

/** Which sign each glyph means, so that text can be searched and copied (ISO 32000-1, 9.10.3). */
function meaningsOf(codes: Map<string, string>): string {
  const lines = Array.from(codes, ([sign, code]) => `<${code}> <${utf16(sign)}>`)
  const blocks: string[] = []
  // More than a hundred lines a block are not allowed.
  for (let start = 0; start < lines.length; start += 100) {
    const block = lines.slice(start, start + 100)
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`)
  }
  return [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
    '/CIDSystemInfo <</Registry (Adobe)/Ordering (UCS)/Supplement 0>> def',
    '/CMapName /Adobe-Identity-UCS def /CMapType 2 def',
    '1 begincodespacerange <0000> <ffff> endcodespacerange',
    ...blocks,
    'endcmap CMapName currentdict /CMap defineresource pop end end',
  ].join('\n')
}

const utf16 = (sign: string): string =>
  Array.from({ length: sign.length }, (_, index) => hex(sign.charCodeAt(index))).join('')
