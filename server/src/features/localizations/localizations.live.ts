import { createHash } from 'node:crypto'
import type { auth } from '@artel/contract/account/auth'
import type { AnswerOf } from '@artel/contract/call'
import { type Locale, locales } from '@artel/contract/shapes/primitives'
import type { FlatTexts } from '@artel/contract/texts/texts.fit'
import type { CurrentUser } from '@artel/contract/users/users'
import type { Db } from '../../database/db.ts'
import { forEachInSlices } from '../../slices.ts'
import { type Texts, tagOf } from './localizations.defaults.ts'
import { findPresentHashes } from './localizations.publish.queries.ts'
import { listOwn, measureDrafted } from './localizations.queries.ts'
import { addressOf, assertShort, showable } from './localizations.rules.ts'

/** The company's own texts, including drafts. @throws ApiError too_large */
export async function listDrafted(db: Db): Promise<Record<Locale, FlatTexts>> {
  assertShort(await measureDrafted(db))
  return showable(await listOwn(db))
}

/** All current texts, including drafts. A guest gets the default texts. */
export async function readLiveTexts(db: Db | null, texts: Texts): Promise<Texts> {
  if (!db) return texts
  const own = await listDrafted(db)
  const said = locales.flatMap((language) =>
    Object.entries(own[language]).map(([key, text]) => [language, key, text]),
  )
  if (said.length === 0) return texts
  const hash = createHash('sha256').update(texts.etag)
  // The hash is computed in slices, because a company may have several megabytes of texts.
  await forEachInSlices(said, (one) => hash.update(JSON.stringify(one)))
  return {
    locales: { en: { ...texts.locales.en, ...own.en }, ru: { ...texts.locales.ru, ...own.ru } },
    etag: tagOf(hash),
  }
}

type OwnTexts = AnswerOf<typeof auth.init>['texts']
type Reader = Pick<CurrentUser, 'type' | 'settings' | 'force_change_password' | 'must_set_up_totp'>

/** The addresses of the company's own texts for this person's pages; null if there is nothing to load. */
export async function findOwnTexts(db: Db, user: Reader): Promise<OwnTexts> {
  const present = await findPresentHashes(db)
  // No preview for a person who must first change the password or set up TOTP: they can make no other call.
  const isFree = !user.force_change_password && !user.must_set_up_totp
  const isPreview = isFree && user.type !== 'staff' && user.settings.preview_texts === true
  const at = (hash: string | null | undefined) => (hash ? addressOf(hash) : null)
  const own = { en: at(present?.en), ru: at(present?.ru), is_preview: isPreview }
  return own.en || own.ru || isPreview ? own : null
}
