import type { UserType } from '@artel/contract/access'
import type { Locale } from '@artel/contract/shapes/primitives'
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

/** An address that nobody may have confirmed yet, so the mail may reach a stranger. */
type Address = Pick<Reader, 'email' | 'language'>

const strangerAt = ({ email, language }: Address) => ({ email, language, firstName: null })

/** Letters that a name in a mail may have. Longer ones could be a message of their own. */
const maxNameLength = 80
/** Seven digits with no letter in between. */
const phoneNumber = /\p{Nd}([^\p{L}\p{Nd}]*\p{Nd}){6}/u

/**
 * Whether a name is one line, is not long, and contains nothing that a mail program could turn into a link or that
 * people could call. People choose the names of themselves and their company, and nobody may mail a text or an address
 * of their own to others in the name of Artel.
 */
function isPlainName(name: string): boolean {
  const text = name.normalize('NFKC')
  if (text.length > maxNameLength || /[\p{Cc}\u2028\u2029]/u.test(text) || phoneNumber.test(text))
    return false
  return !/[/\\@]|www\.|[\p{L}\p{N}][.\u3002\uFF0E\uFF61][\p{L}\p{N}]/iu.test(text)
}

/** Who has caused a mail. */
type Sender = { company: string; inviter: string }

const isPlain = ({ company, inviter }: Sender): boolean => isPlainName(company) && isPlainName(inviter)

/** A mail with the link for a new password. The link contains the email for password managers. */
export function resetMail(reader: Reader, token: string): Mail {
  const action = { label: authText(reader.language, 'resetAction'), path: resetPath(reader, token) }
  return { ...write(reader, 'resetSubject', ['resetText', 'resetIgnore']), action }
}

/** A mail with the link by which a new user sets their first password. */
export function invitationMail(reader: Address, token: string, by: Sender): Mail {
  const action = { label: authText(reader.language, 'invitationAction'), path: resetPath(reader, token) }
  const { language, email } = reader
  const text = isPlain(by)
    ? authText(language, 'invitationText', by)
    : authText(language, 'invitationWithoutNames')
  const paragraphs = ['invitationHow', 'invitationIgnore'] as const
  return { ...write(strangerAt(reader), 'invitationSubject', paragraphs, { email }, text), action }
}

/** A mail with the link by which a promoted user replaces a password that somebody else may know. */
export function promotionMail(
  reader: Reader,
  token: string,
  { hadFactor, type, ...by }: Sender & { type: UserType; hadFactor: boolean },
): Mail {
  const action = { label: authText(reader.language, 'resetAction'), path: resetPath(reader, token) }
  const factor = hadFactor ? (['promotionTotp'] as const) : []
  const text = isPlain(by)
    ? authText(reader.language, 'promotionText', { ...by, type })
    : authText(reader.language, 'promotionWithoutNames', { type })
  const paragraphs = ['promotionHow', ...factor, 'promotionIgnore'] as const
  return { ...write(reader, 'promotionSubject', paragraphs, {}, text), action }
}

const resetPath = ({ email }: Address, token: string): string =>
  `/reset/${token}?email=${encodeURIComponent(email)}`

export const passwordChangedMail = (reader: Reader): Mail =>
  write(reader, 'passwordSubject', ['passwordText', 'passwordIgnore'])

/** Mail to the new address, with the link that confirms it. */
export function confirmEmailMail(reader: Address, token: string): Mail {
  const action = {
    label: authText(reader.language, 'emailAction'),
    path: `/api/auth/email/verify?token=${token}`,
  }
  return { ...write(strangerAt(reader), 'emailSubject', ['emailText']), action }
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

/** Values in mails besides names, which `isPlain` checks first. */
type Values = { email?: string; left?: number }

/** @param text the first paragraph after the greeting, if it contains names */
function write(
  { email, firstName, language }: Address & { firstName: string | null },
  subject: Key,
  paragraphs: readonly Key[],
  values: Values = {},
  text?: string,
): Mail {
  return {
    to: email,
    language,
    subject: authText(language, subject),
    paragraphs: [
      firstName !== null && isPlainName(firstName)
        ? authText(language, 'greeting', { name: firstName })
        : authText(language, 'greetingWithoutName'),
      ...(text === undefined ? [] : [text]),
      ...paragraphs.map((key) => authText(language, key, values)),
    ],
  }
}
