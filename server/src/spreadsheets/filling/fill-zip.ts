import { crc32 } from 'node:zlib'
import type { openZip } from '../reading/xlsx/zip.ts'

type Parts = ReturnType<typeof openZip>
export type WrittenPart = { name: string; method: number; crc: number; packed: Buffer; size: number }

// Numbers from PKWARE's APPNOTE.TXT 6.3.10. The date is always 1 January 1980, so equal content gives an
// equal file.
const firstDay = 0x21
const utf8Names = 0x800
const version = 20

/** Writes an archive with one part replaced. All other parts keep their compressed bytes. */
export function* writeZip(parts: Parts, replaced: WrittenPart): Generator<Buffer> {
  const directory: Buffer[] = []
  let at = 0
  for (const part of parts.values()) {
    const written = part.name === replaced.name ? replaced : part
    const head = headOf(written)
    const name = Buffer.from(written.name)
    const local = Buffer.alloc(4)
    local.writeUInt32LE(0x04034b50)
    directory.push(listed(head, name, at))
    const packed = [local, head, Buffer.alloc(2), name, written.packed]
    for (const piece of packed) {
      at += piece.length
      yield piece
    }
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(parts.size, 8)
  end.writeUInt16LE(parts.size, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(at, 16)
  yield list
  yield end
}

/**
 * The fields that the header of a part and its directory record have in common, up to the length of the name.
 */
function headOf({ name, method, crc, packed, size }: WrittenPart): Buffer {
  const head = Buffer.alloc(24)
  head.writeUInt16LE(version, 0)
  head.writeUInt16LE(utf8Names, 2)
  head.writeUInt16LE(method, 4)
  head.writeUInt16LE(firstDay, 8)
  head.writeUInt32LE(crc, 10)
  head.writeUInt32LE(packed.length, 14)
  head.writeUInt32LE(size, 18)
  head.writeUInt16LE(Buffer.byteLength(name), 22)
  return head
}

function listed(head: Buffer, name: Buffer, offset: number): Buffer {
  const first = Buffer.alloc(6)
  first.writeUInt32LE(0x02014b50)
  first.writeUInt16LE(version, 4)
  const rest = Buffer.alloc(16)
  rest.writeUInt32LE(offset, 12)
  return Buffer.concat([first, head, rest, name])
}

/** Pieces must not be empty, because zlib would restart the checksum. */
export const crcOf = (pieces: Iterable<Buffer>): number => {
  let crc = 0
  for (const piece of pieces) crc = crc32(piece, crc)
  return crc
}
