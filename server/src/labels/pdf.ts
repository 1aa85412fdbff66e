import { deflateSync } from 'node:zlib'

export type Pdf = ReturnType<typeof beginPdf>

/** A PDF (ISO 32000-1) object by object; of each that was written only its place is kept. */
export function beginPdf() {
  const places: number[] = []
  let length = 0
  const written = (...parts: (string | Uint8Array)[]): Buffer => {
    const piece = Buffer.concat(
      parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)),
    )
    length += piece.length
    return piece
  }
  return {
    // Four bytes above 127 tell those who carry the file that it is not text.
    head: () => written('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n'),

    /** @returns the number of an object that is written later */
    reserve: () => places.push(0),

    object(id: number, body: string): Buffer {
      places[id - 1] = length
      return written(`${id} 0 obj\n${body}\nendobj\n`)
    },

    stream(id: number, data: string | Uint8Array, entries = ''): Buffer {
      places[id - 1] = length
      const packed = deflateSync(data)
      const head = `<</Length ${packed.length}/Filter/FlateDecode${entries}>>`
      return written(`${id} 0 obj\n${head}\nstream\n`, packed, '\nendstream\nendobj\n')
    },

    tail(root: number): Buffer {
      const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
      const count = places.length + 1
      const start = length
      return written(
        `xref\n0 ${count}\n0000000000 65535 f \n${table}`,
        `trailer\n<</Size ${count}/Root ${root} 0 R>>\nstartxref\n${start}\n%%EOF\n`,
      )
    },
  }
}

export const reference = (id: number): string => `${id} 0 R`
