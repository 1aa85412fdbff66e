import { sql } from 'kysely'
import webpush from 'web-push'
import { nowIso } from '../../clock.ts'
import type { Root } from '../../database/connection/open.ts'
import { type SecretKey, seal, unseal } from '../../seal.ts'

/** The keys that sign pushes, for the whole installation. */
export type PushKeys = { publicKey: string; privateKey: string }

/**
 * Returns the keys of the installation, and creates them on first use. Keys that were sealed with another
 * SECRET_KEY are lost: new keys replace them, and browsers subscribe again when they next open the app.
 */
export async function readPushKeys(root: Root, secretKey: SecretKey): Promise<PushKeys> {
  const kept = await findKeys(root)
  const known = kept && open(kept, secretKey)
  if (known) return known
  const made = webpush.generateVAPIDKeys()
  // If two processes start at once, one writes the keys and the other reads them.
  await sql`
    insert into push_keys (public_key, sealed_private_key, created_at)
    values (${made.publicKey}, ${seal(secretKey, 'push', made.privateKey, made.publicKey)}, ${nowIso()})
    on conflict (is_only) do update
      set public_key = excluded.public_key, sealed_private_key = excluded.sealed_private_key,
        created_at = excluded.created_at
      where push_keys.public_key = ${kept?.public_key ?? ''}`.execute(root)
  const written = await findKeys(root)
  const read = written && open(written, secretKey)
  if (!read) throw new Error('The keys of pushes are sealed under another SECRET_KEY than this process has')
  return read
}

type KeptKeys = { public_key: string; sealed_private_key: string }

const findKeys = (root: Root): Promise<KeptKeys | undefined> =>
  root.selectFrom('push_keys').select(['public_key', 'sealed_private_key']).executeTakeFirst()

function open({ public_key, sealed_private_key }: KeptKeys, secretKey: SecretKey): PushKeys | undefined {
  try {
    return { publicKey: public_key, privateKey: unseal(secretKey, 'push', sealed_private_key, public_key) }
  } catch {
    return undefined
  }
}
