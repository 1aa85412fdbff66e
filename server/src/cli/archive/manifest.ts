import { cutText } from '@artel/contract/shapes/storable'
import { z } from 'zod'
import { CommandError } from '../command.ts'

/** Letters. */
const maxReason = 300

export class ArchiveError extends CommandError {
  constructor(reason: string) {
    // The reason may quote the archive, which must not write control characters to the terminal.
    super(`The archive cannot be used: ${cutText(reason, maxReason).replace(/\p{C}/gu, '?')}`)
  }
}

export const manifestName = 'manifest.json'
/** Contains a folder for each table, with the rows split into files of whole lines, in the format of COPY. */
export const tablesFolder = 'tables'
export const mediaFolder = 'media'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const count = z.int().min(0)

const manifest = z.strictObject({
  format: z.literal(1),
  taken_at: z.iso.datetime(),
  /** Of an archive of one company. */
  company_id: z.int().positive().optional(),
  /** `fingerprintOf` the key that has sealed values of the rows. Archives of earlier versions have none. */
  key_fingerprint: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .optional(),
  migrations: z.array(z.string()),
  /** In their order in the archive. The digest covers all parts of a table. */
  tables: z.array(z.strictObject({ name: z.string(), columns: z.array(z.string()), rows: count, sha256 })),
  sequences: z.array(z.strictObject({ name: z.string(), last_value: z.int(), is_called: z.boolean() })),
  /** The digest covers the path, size and content of each file, in their order in the archive. */
  media: z.strictObject({ files: count, bytes: count, sha256 }),
})

/** The last file of an archive. It describes all the others. */
export type Manifest = z.infer<typeof manifest>

/** @throws ArchiveError */
export function readManifest(content: Buffer): Manifest {
  try {
    return manifest.parse(JSON.parse(content.toString()))
  } catch {
    throw new ArchiveError('its manifest is not of a form that this version knows')
  }
}
