import type { UserType } from '@artel/contract/access'
import type { Locale } from '@artel/contract/primitives'
import type { Mail } from '../../../mail/mail.ts'
import type { Login } from '../auth.queries.ts'
import { authText } from '../auth.texts.ts'

/** The recipient of a mail. */
export type Reader = { email: string; firstName: string; language: Locale }

export const readerOf = ({ email, first_name, language }: Login): Reader => ({
  email,
  firstName: first_name,
  language,
})

/** A mail with the link for a new password. The link contains the email for password managers. */
export function resetMail(reader: Reader, token: string): Mail {
  const action = { label: authText(reader.language, 'resetAction'), path: resetPath(reader, token) }
  return { ...write(reader, 'resetSubject', ['resetText', 'resetIgnore']), action }
}

/** A mail with the link by which a new user sets their first password. */
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

/** A mail with the link by which a promoted user replaces a password that somebody else may know. */
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

/** Mail to the new address, with the link that confirms it. */
export function confirmEmailMail(reader: Reader, token: string): Mail {
  const action = {
    label: authText(reader.language, 'emailAction'),
    path: `/api/auth/email/verify?token=${token}`,
  }
  return { ...write(reader, 'emailSubject', ['emailText']), action }
}

/** Notice to the old address that a new address is about to replace it. */
export const emailNoticeMail = (reader: Reader, newEmail: string): Mail =>
  write(reader, 'noticeSubject', ['noticeText', 'noticeIgnore'], { email: newEmail })

export const totpOnMail = (reader: Reader): Mail =>
  write(reader, 'totpOnSubject', ['totpOnText', 'totpOnIgnore'])

export const totpOffMail = (reader: Reader): Mail =>
  write(reader, 'totpOffSubject', ['totpOffText', 'totpOffIgnore'])

/** `left`: number of recovery codes that remain. */
export const recoveryUsedMail = (reader: Reader, left: number): Mail =>
  write(reader, 'recoverySubject', ['recoveryText', 'recoveryIgnore'], { left })

/** Warns that somebody has entered the right password several times without a right code. */
export const withoutCodeMail = (reader: Reader): Mail =>
  write(reader, 'withoutCodeSubject', ['withoutCodeText', 'withoutCodeIgnore'])

/** Notice to the old address that an admin has replaced it. */
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
