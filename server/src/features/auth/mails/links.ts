import type { Root } from '../../../database/connection/open.ts'
import { mayOpenLink } from '../auth.policy.ts'
import { findLink, getLogin, type LinkKind, type Login, lockLink } from '../auth.queries.ts'

/** A mailed link that may be opened, with the login of its person. */
export type GoodLink = { email: string; isUsed: boolean; login: Login }

/** @returns undefined if the token names no link of these kinds, or a link that may not be opened */
export const findGoodLink = async (
  root: Root,
  kinds: readonly LinkKind[],
  token: string,
): Promise<GoodLink | undefined> => judge(root, await findLink(root, kinds, token))

/** Same, but locks the link's person first, so that only one of several concurrent calls opens the link. */
export const lockGoodLink = async (
  root: Root,
  kinds: readonly LinkKind[],
  token: string,
): Promise<GoodLink | undefined> => judge(root, await lockLink(root, kinds, token))

async function judge(root: Root, link: Awaited<ReturnType<typeof findLink>>): Promise<GoodLink | undefined> {
  if (!link) return undefined
  const login = await getLogin(root, { companyId: link.company_id, userId: link.user_id })
  if (!mayOpenLink(login, link.kind)) return undefined
  return { email: link.email, isUsed: link.used_at !== null, login }
}
