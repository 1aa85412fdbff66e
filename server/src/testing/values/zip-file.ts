import { crc32, deflateRawSync } from 'node:zlib'

/** A part of a hand-made archive. The optional fields replace true values, so that the archive can lie. */
export type ZipPart = {
  name: string
  content: Buffer | string
  /** The compressed bytes, if compressing them for each test would take too long. */
  packed?: Buffer
  isStored?: boolean
  flags?: number
  crc?: number
  size?: number
  localName?: string
  /** The false offset of the part in the directory. */
  offset?: number
}

/** An archive of these parts. */
export function zipFile(parts: readonly ZipPart[], lies: { count?: number } = {}): Buffer {
  const heads: Buffer[] = []
  const listed: Buffer[] = []
  let at = 0
  for (const part of parts) {
    const content = Buffer.from(part.content)
    const packed = part.packed ?? (part.isStored ? content : deflateRawSync(content))
    const common = Buffer.alloc(16)
    common.writeUInt16LE(part.isStored ? 0 : 8, 0)
    common.writeUInt32LE(part.crc ?? crc32(content), 6)
    common.writeUInt32LE(packed.length, 10)
    const sizes = Buffer.alloc(4)
    sizes.writeUInt32LE(part.size ?? content.length)
    const head = [common.subarray(0, 14), sizes]
    const local = localHead(part, head)
    heads.push(local, packed)
    listed.push(listedHead(part, head, part.offset ?? at))
    at += local.length + packed.length
  }
  const directory = Buffer.concat(listed)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(lies.count ?? parts.length, 8)
  end.writeUInt16LE(lies.count ?? parts.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...heads, directory, end])
}

function localHead(part: ZipPart, common: Buffer[]): Buffer {
  const name = Buffer.from(part.localName ?? part.name)
  const start = Buffer.alloc(8)
  start.writeUInt32LE(0x04034b50)
  start.writeUInt16LE(20, 4)
  start.writeUInt16LE(part.flags ?? 0, 6)
  const lengths = Buffer.alloc(4)
  lengths.writeUInt16LE(name.length)
  return Buffer.concat([start, ...common, lengths, name])
}

function listedHead(part: ZipPart, common: Buffer[], offset: number): Buffer {
  const name = Buffer.from(part.name)
  const start = Buffer.alloc(10)
  start.writeUInt32LE(0x02014b50)
  start.writeUInt16LE(20, 4)
  start.writeUInt16LE(20, 6)
  start.writeUInt16LE(part.flags ?? 0, 8)
  const rest = Buffer.alloc(18)
  rest.writeUInt16LE(name.length)
  rest.writeUInt32LE(offset, 14)
  return Buffer.concat([start, ...common, rest, name])
}
