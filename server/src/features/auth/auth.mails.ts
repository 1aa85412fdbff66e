import type { UserType } from '@artel/contract/access'
import type { Locale } from '@artel/contract/primitives'
import type { Mail } from '../../mail/mail.ts'
import type { Login } from './auth.queries.ts'
import { authText } from './auth.texts.ts'

/** Whom a mail is for. */
export type Reader = { email: string; firstName: string; language: Locale }

export const readerOf = ({ email, first_name, language }: Login): Reader => ({
  email,
  firstName: first_name,
  language,
})

/** The link for a new password. The address stands in it so that a password manager knows whose it is. */
export function resetMail(reader: Reader, token: string): Mail {
  const action = { label: authText(reader.language, 'resetAction'), path: resetPath(reader, token) }
  return { ...write(reader, 'resetSubject', ['resetText', 'resetIgnore']), action }
}

/** The link by which somebody who was taken on sets their first password. */
export function invitationMail(
  reader: Reader,
  token: string,
  by: { company: string; inviter: string },
): Mail {
  const action = { label: authText(reader.language, 'invitationAction'), path: resetPath(reader, token) }
  const values = { ...by, email: reader.email }
  return {
    ...write(reader, 'invitationSubject', ['invitationText', 'invitationHow', 'invitationIgnore'], values),
    action,
  }
}

/** The link by which somebody with new rights replaces a password that another may know. */
export function promotionMail(
  reader: Reader,
  token: string,
  { hadFactor, ...by }: { company: string; inviter: string; type: UserType; hadFactor: boolean },
): Mail {
  const action = { label: authText(reader.language, 'resetAction'), path: resetPath(reader, token) }
  const factor = hadFactor ? (['promotionTotp'] as const) : []
  const paragraphs = ['promotionText', 'promotionHow', ...factor, 'promotionIgnore'] as const
  return { ...write(reader, 'promotionSubject', paragraphs, by), action }
}

const resetPath = ({ email }: Reader, token: string): string =>
  `/reset/${token}?email=${encodeURIComponent(email)}`

export const passwordChangedMail = (reader: Reader): Mail =>
  write(reader, 'passwordSubject', ['passwordText', 'passwordIgnore'])

/** To the new address: the link that makes it count. */
export function confirmEmailMail(reader: Reader, token: string): Mail {
  const action = {
    label: authText(reader.language, 'emailAction'),
    path: `/api/auth/email/verify?token=${token}`,
  }
  return { ...write(reader, 'emailSubject', ['emailText']), action }
}

/** To the old address: that another is about to take its place. */
export const emailNoticeMail = (reader: Reader, newEmail: string): Mail =>
  write(reader, 'noticeSubject', ['noticeText', 'noticeIgnore'], { email: newEmail })

export const totpOnMail = (reader: Reader): Mail =>
  write(reader, 'totpOnSubject', ['totpOnText', 'totpOnIgnore'])

export const totpOffMail = (reader: Reader): Mail =>
  write(reader, 'totpOffSubject', ['totpOffText', 'totpOffIgnore'])

/** `left`: how many recovery codes there still are. */
export const recoveryUsedMail = (reader: Reader, left: number): Mail =>
  write(reader, 'recoverySubject', ['recoveryText', 'recoveryIgnore'], { left })

/** That somebody, who may know the password, has entered it again and again without a right code. */
export const withoutCodeMail = (reader: Reader): Mail =>
  write(reader, 'withoutCodeSubject', ['withoutCodeText', 'withoutCodeIgnore'])

/** To the old address: that an admin has put another in its place. */
export const emailGivenMail = (reader: Reader, newEmail: string): Mail =>
  write(reader, 'emailGivenSubject', ['emailGivenText', 'emailGivenIgnore'], { email: newEmail })

type Key = Parameters<typeof authText>[1]

function write(
  { email, firstName, language }: Reader,
  subject: Key,
  paragraphs: readonly Key[],
  values: Record<string, string | number> = {},
): Mail {
  return {
    to: email,
    language,
    subject: authText(language, subject),
    paragraphs: [
      authText(language, 'greeting', { name: firstName }),
      ...paragraphs.map((key) => authText(language, key, values)),
    ],
  }
}
