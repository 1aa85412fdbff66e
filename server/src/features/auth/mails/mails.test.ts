import { describe, expect, test } from 'vitest'
import { confirmEmailMail, invitationMail, passwordChangedMail } from './mails.ts'

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
]

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

  test.each(advertising)('contains no name like %j', (name) => {
    const named = { ...reader, firstName: name }
    const mails = [
      confirmEmailMail(named, 'x'),
      invitationMail(reader, 'x', { ...by, inviter: name }),
      invitationMail(reader, 'x', { ...by, company: name }),
    ]
    for (const mail of mails) expect(wordsOf(mail)).not.toContain(name)
  })
})

test('a mail to a person greets by name', () => {
  expect(wordsOf(passwordChangedMail(reader))).toContain('Здравствуйте, Анна.')
})

test.each(advertising)('a mail to a person does not greet with %j', (firstName) => {
  expect(wordsOf(passwordChangedMail({ ...reader, firstName }))).not.toContain(firstName)
})
