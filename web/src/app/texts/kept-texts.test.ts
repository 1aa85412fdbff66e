import { errorTextsRu, fieldTextsRu } from '@artel/contract/errors/errors.ru'
import { notificationWordsRu } from '@artel/contract/notifications/notifications.words.ru'
import { adminTexts, isOfLog, isOfOwner, logTexts, ownerTexts } from '@artel/contract/texts/texts.kept'
import { expect, test } from 'vitest'
import { catalogue } from './catalogue.ts'

const texts = Object.entries(catalogue.ru).flatMap(([namespace, section]) =>
  Object.entries(section).map(([name, text]) => ({ key: `${namespace}.${name}`, text })),
)

/** Texts that only guests read belong to no company. */
const ofGuests = ['auth.', 'public.']

test('only owners change a text that names the type of owners or admins', () => {
  const name = /^(владел(ец|ьцы)|админ(ы|истратор(ы)?)?)$/i
  const open = texts
    .filter(({ text }) => name.test(text))
    .filter(({ key }) => !isOfOwner(key) && !ofGuests.some((beginning) => key.startsWith(beginning)))
  expect(open).toEqual([])
  expect(texts.filter(({ text }) => name.test(text)).length).toBeGreaterThan(4)
})

/** Texts of the contract, used by pages and by the server. */
const ofContract = [errorTextsRu, fieldTextsRu, notificationWordsRu].flatMap((words, index) =>
  Object.entries(words).map(([name, text]) => ({
    key: `${['errors', 'fields', 'notificationWords'][index]}.${name}`,
    text,
  })),
)

test('only owners change a text that names money, coins, pay or a price', () => {
  const names =
    /монет|день(ги|гам|гами)|денег|₽|рубл|копе[ей]|оплат|выплат|преми[ияей]|штраф|начисл|удерж|заработ|расценк|себестоим|баланс|\{(money|coins|amount|price|worth|balance|cost|rate)\b/i
  const open = [...texts, ...ofContract]
    .filter(({ text }) => names.test(text))
    .filter(({ key }) => !isOfOwner(key) && !isOfLog(key))
    .filter(({ key }) => !ofGuests.some((beginning) => key.startsWith(beginning)))
  expect(open).toEqual([])
})

test('only owners change texts of rights, money and coins that are shown before a step', () => {
  const keys = [
    'users.typeText',
    'users.ownerText',
    'users.typeHint_owner',
    'ledger.payoutQuestion',
    'ledger.direction_in',
  ]
  for (const key of [
    ...keys,
    'taskBulk.approveText',
    'tasks.approve',
    'rewards.takeBackText',
    'orders.cancelText',
  ]) {
    expect([key, isOfOwner(key), texts.some((text) => text.key === key)]).toEqual([key, true, true])
  }
})

test('only owners change a text of work, refusals or the menu that is not listed as harmless', () => {
  const keys = [
    'tasks.creditNothing',
    'tasks.reviewYes',
    'tasks.event_approve',
    'tasks.timeWhy',
    'tasks.listTotals',
    'palette.giveTo',
    'palette.hoursOf',
    'frame.rewards',
    'steps.call_clockIn',
    'legalEntities.wbByOwner',
    'errors.locked',
    'errors.last_owner',
    'fields.promoted_password',
    'fields.text_of_owner',
    'public.termsCoinsText',
    'public.privacyRightsText',
  ]
  const known = new Set([...texts, ...ofContract].map(({ key }) => key))
  for (const key of keys) expect([key, isOfOwner(key), known.has(key)]).toEqual([key, true, true])
  for (const namespace of ['tasks', 'steps', 'frame', 'palette', 'errors', 'fields', 'public'])
    expect([namespace, isOfOwner(`${namespace}.ofALaterVersion`)]).toEqual([namespace, true])
})

test('no text that is listed as harmless names rights, pay, approval, hours or figures', () => {
  const russian =
    /(^|[^а-яё])(прав(а|о|у|ом)?|владел|админ|разреш|запрещ|одобр|проверк|смен[ауые]|часы|отработ|наград|достиж|монет|деньг|оплат|норм[аыу])([^а-яё]|$)/i
  const harmless = [...texts, ...ofContract].filter(({ key }) =>
    adminTexts.some((beginning) => key.startsWith(beginning)),
  )
  expect(harmless.length).toBeGreaterThan(200)
  expect(harmless.filter(({ text }) => russian.test(text))).toEqual([])
})

test('each prefix of restricted texts matches a text', () => {
  // Words of the audit log are also used by the server, so they are in the contract.
  const known = [...texts, ...ofContract].map(({ key }) => key).concat('auditWords.yes')
  const unused = [...logTexts, ...ownerTexts, ...adminTexts].filter(
    (beginning) => !known.some((key) => key.startsWith(beginning)),
  )
  expect(unused).toEqual([])
  expect(texts.filter(({ key }) => isOfLog(key)).length).toBeGreaterThan(0)
})
