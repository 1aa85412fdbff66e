import { randomBytes } from 'node:crypto'
import type { Db } from '../../database/db.ts'
import { seal } from '../../seal.ts'
import { testSettings } from '../app.ts'
import { keepSecret } from '../secrets.ts'
import type { Card } from './content.ts'
import type { WildberriesSimulator } from './simulator.ts'

/** A token in the format of Wildberries. No log may contain it. */
export function newToken(): string {
  const part = (bytes: number) => randomBytes(bytes).toString('base64url')
  const token = `eyJhbGciOiJFUzI1NiJ9.${part(180)}.${part(64)}`
  keepSecret(token)
  return token
}

/**
 * Connects a legal entity with a token of the simulator. The owner of the token has these cards. @returns the
 * token
 */
export async function connectTo(
  wb: WildberriesSimulator,
  db: Db,
  id: number,
  cards: Card[],
): Promise<string> {
  const token = newToken()
  wb.content.tokens.set(token, { kind: 'content', cards })
  const sealed = seal(testSettings.secretKey, 'wildberries', token, `${db.companyId} ${id}`)
  await db.update('legal_entities', { wildberries_token: sealed }).where('id', '=', id).execute()
  return token
}
