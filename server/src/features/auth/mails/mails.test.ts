import { describe, expect, test } from 'vitest'
import type { Mail } from '../../../mail/mail.ts'
import * as mails from './mails.ts'

const { confirmEmailMail, invitationMail, passwordChangedMail, promotionMail } = mails

const reader = { email: 'anna@artel.test', firstName: 'Анна', language: 'ru' } as const
const by = { company: 'Свечной двор', inviter: 'Дарья Климова' }
const wordsOf = ({ paragraphs }: { paragraphs: readonly string[] }) => paragraphs.join('\n')

const advertising = [
  'Вам начислено 90 000 ₽, заберите на https://evil.example/pay',
  'www.evil',
  'evil.example',
  'приз.рф',
  'evil．example',
  'evil。example',
  '10.0.0.1',
  'evil/pay',
  'pay@evil',
  'Счёт закрыт, звоните 8 800 555-35-35',
  'Звоните ٨٠٠٥٥٥٣٥٣٥',
  `Вы выиграли приз. ${'Ответьте на это письмо и назовите номер карты. '.repeat(3)}`,
  'Дарья\u2028Ваш новый пароль',
  'Дарья\u2029Ваш новый пароль',
  'Дарья\u0085Ваш новый пароль',
]

const { email, language } = reader
// Each mail with names of its reader, the company and the sender that this name replaces.
const named: Record<keyof typeof mails & `${string}Mail`, (name: string) => Mail[]> = {
  confirmEmailMail: () => [confirmEmailMail({ email, language }, 'x')],
  emailGivenMail: (name) => [mails.emailGivenMail({ ...reader, firstName: name }, email)],
  emailNoticeMail: (name) => [mails.emailNoticeMail({ ...reader, firstName: name }, email)],
  invitationMail: (name) => [
    invitationMail(reader, 'x', { ...by, inviter: name }),
    invitationMail(reader, 'x', { ...by, company: name }),
  ],
  passwordChangedMail: (name) => [passwordChangedMail({ ...reader, firstName: name })],
  promotionMail: (name) =>
    (['owner', 'admin'] as const).flatMap((type) =>
      [
        { ...by, inviter: name },
        { ...by, company: name },
      ].map((names) =>
        promotionMail({ ...reader, firstName: name }, 'x', { ...names, type, hadFactor: true }),
      ),
    ),
  recoveryUsedMail: (name) => [mails.recoveryUsedMail({ ...reader, firstName: name }, 3)],
  resetMail: (name) => [mails.resetMail({ ...reader, firstName: name }, 'x')],
  totpOffMail: (name) => [mails.totpOffMail({ ...reader, firstName: name })],
  totpOnMail: (name) => [mails.totpOnMail({ ...reader, firstName: name })],
  withoutCodeMail: (name) => [mails.withoutCodeMail({ ...reader, firstName: name })],
}

describe('no mail contains a name that says more than a name, such as', () => {
  test.each(advertising)('%j', (name) => {
    expect(Object.keys(named).sort()).toEqual(
      Object.keys(mails)
        .filter((key) => key.endsWith('Mail'))
        .sort(),
    )
    for (const [kind, mailsWith] of Object.entries(named)) {
      for (const mail of mailsWith(name)) {
        expect([kind, [mail.subject, ...mail.paragraphs].filter((text) => text.includes(name))]).toEqual([
          kind,
          [],
        ])
        // Each paragraph is one line, and none is empty.
        for (const paragraph of mail.paragraphs) expect(paragraph).toMatch(/^[^\p{Cc}\u2028\u2029]+$/u)
      }
    }
  })
})

test('a mail about new rights names who gives them, and the company', () => {
  const mail = promotionMail(reader, 'x', { ...by, type: 'admin', hadFactor: false })
  expect(wordsOf(mail)).toContain(
    'Дарья Климова даёт вам в Артели права администратора компании «Свечной двор».',
  )
  const bare = promotionMail(reader, 'x', { ...by, company: 'evil.example', type: 'owner', hadFactor: false })
  expect(wordsOf(bare)).toContain('Вам даны в Артели права владельца.')
})

test('a name of a usual company is shown', () => {
  for (const company of [
    'ООО «Ромашка 2000»',
    'Общество с ограниченной ответственностью «Мебельная фабрика Север»',
  ])
    expect(wordsOf(invitationMail(reader, 'x', { ...by, company }))).toContain(company)
})

describe('a mail to an address that nobody has confirmed', () => {
  test.each(['ru', 'en'] as const)('in %s greets without a name', (language) => {
    const greeting = language === 'ru' ? 'Здравствуйте.' : 'Hello.'
    expect(confirmEmailMail({ ...reader, language }, 'x').paragraphs?.[0]).toBe(greeting)
    expect(invitationMail({ ...reader, language }, 'x', by).paragraphs?.[0]).toBe(greeting)
  })

  test('names who invites, and the company', () => {
    expect(wordsOf(invitationMail(reader, 'x', by))).toContain(
      'Дарья Климова приглашает вас в Артель, в компанию «Свечной двор»',
    )
  })
})

test('a mail to a person greets by name', () => {
  expect(wordsOf(passwordChangedMail(reader))).toContain('Здравствуйте, Анна.')
})
