import type pg from 'pg'
import { type Purpose, type SecretKey, seal, unseal } from '../seal.ts'
import { hasQueue } from './verify/verify-media.ts'

/** Where sealed values are. `sealed`, `holder` and `set` are SQL; the holder is the one of the feature that seals. */
type Kind = {
  name: string
  table: string
  sealed: string
  holder: string
  /** Sets the sealed value to `$1`. */
  set: string
  where?: string
  /** The rows belong to the installation. Without it they have a `company_id`. */
  isShared?: boolean
  isQueued?: boolean
}

const column = (name: string) => ({ sealed: name, set: `${name} = $1` })

const kinds: { readonly [purpose in Purpose]: readonly Kind[] } = {
  totp: [
    {
      name: 'second factors',
      table: 'totp_factors',
      ...column('secret'),
      holder: `company_id || ' ' || user_id`,
    },
  ],
  moysklad: [
    {
      name: 'tokens of MoySklad',
      table: 'moysklad_connections',
      ...column('token'),
      holder: 'company_id::text',
    },
    {
      name: 'keys of messages from MoySklad',
      table: 'moysklad_connections',
      ...column('hook_key'),
      holder: `'hook ' || company_id`,
    },
  ],
  wildberries: [
    {
      name: 'tokens of Wildberries',
      table: 'legal_entities',
      ...column('wildberries_token'),
      holder: `company_id || ' ' || id`,
      where: 'wildberries_token is not null',
    },
  ],
  push: [
    {
      name: 'keys of pushes',
      table: 'push_keys',
      ...column('sealed_private_key'),
      holder: 'public_key',
      isShared: true,
    },
  ],
  mail: [
    {
      name: 'queued mails',
      table: 'jobs.job',
      sealed: `data->>'sealed'`,
      set: `data = jsonb_set(data, '{sealed}', to_jsonb($1::text))`,
      holder: `''`,
      where: `name = 'mail' and state < 'completed'`,
      isShared: true,
      isQueued: true,
    },
  ],
}

/** Values of one kind, and how many of them no key can open. */
export type SealedCount = { name: string; all: number; closed: number }

/** Tries to open every sealed value. Without a key, every value counts as closed. */
export async function countSealed(
  client: pg.Client,
  secretKey: SecretKey | undefined,
): Promise<SealedCount[]> {
  const counts: SealedCount[] = []
  for (const { purpose, kind } of await listKinds(client)) {
    const rows = await readSealed(client, kind, 'true')
    const closed = rows.filter((row) => openWith(secretKey, purpose, row) === undefined).length
    counts.push({ name: kind.name, all: rows.length, closed })
  }
  return counts
}

/**
 * Seals with the current key what the old one has sealed, in the caller's transaction.
 * @param companyId only values of this company
 */
export async function sealAnew(
  client: pg.Client,
  { current, old }: SecretKey,
  companyId?: number,
): Promise<(SealedCount & { renewed: number })[]> {
  const counts: (SealedCount & { renewed: number })[] = []
  for (const { purpose, kind } of await listKinds(client)) {
    if (companyId !== undefined && kind.isShared) continue
    const isWanted = companyId === undefined ? 'true' : `company_id = ${companyId}`
    const rows = await readSealed(client, kind, `${isWanted} for update`)
    const count = { name: kind.name, all: rows.length, closed: 0, renewed: 0 }
    for (const row of rows) {
      if (openWith({ current }, purpose, row) !== undefined) continue
      const text = openWith(old === undefined ? undefined : { current: old }, purpose, row)
      if (text === undefined) count.closed += 1
      else {
        const sealed = seal({ current }, purpose, text, row.holder)
        await client.query(`update ${kind.table} set ${kind.set} where ctid = $2 and tableoid = $3`, [
          sealed,
          row.ctid,
          row.tableoid,
        ])
        count.renewed += 1
      }
    }
    counts.push(count)
  }
  return counts
}

async function listKinds(client: pg.Client): Promise<{ purpose: Purpose; kind: Kind }[]> {
  const isQueueThere = await hasQueue(client)
  // The keys are those of the type.
  return (Object.keys(kinds) as Purpose[]).flatMap((purpose) =>
    kinds[purpose].filter(({ isQueued }) => isQueueThere || !isQueued).map((kind) => ({ purpose, kind })),
  )
}

type Row = { sealed: string; holder: string; ctid: string; tableoid: string }

async function readSealed(
  client: pg.Client,
  { table, sealed, holder, where = 'true' }: Kind,
  condition: string,
): Promise<Row[]> {
  const { rows } = await client.query<Row>(
    `select ${sealed} as sealed, ${holder} as holder, ctid::text, tableoid::text
    from ${table} where ${where} and ${condition}`,
  )
  return rows
}

function openWith(secretKey: SecretKey | undefined, purpose: Purpose, row: Row): string | undefined {
  if (secretKey === undefined) return undefined
  try {
    return unseal(secretKey, purpose, row.sealed, row.holder)
  } catch {
    return undefined
  }
}
