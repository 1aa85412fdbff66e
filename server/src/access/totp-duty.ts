import { type RawBuilder, sql } from 'kysely'

/** In a query of `users`: whether the user has a confirmed second factor. */
export const hasTotp: RawBuilder<boolean> = sql`exists (
  select from totp_factors
  where totp_factors.company_id = users.company_id and totp_factors.user_id = users.id
    and totp_factors.confirmed_at is not null
)`

/**
 * In a query of `users` and their `companies`: whether the company requires a second factor of this user, and
 * the user has none yet.
 */
export const lacksRequiredTotp: RawBuilder<boolean> = sql`(
  users.type <> 'staff'
  and coalesce(companies.settings #> '{security,require_totp}' = 'true'::jsonb, false)
  and not ${hasTotp}
)`
