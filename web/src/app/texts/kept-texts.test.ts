import { errorTextsRu, fieldTextsRu } from '@artel/contract/errors.ru'
import { notificationWordsRu } from '@artel/contract/notifications.words.ru'
import { isOfLog, isOfOwner, logTexts, ownerTexts } from '@artel/contract/texts.kept'
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

test('each prefix of restricted texts matches a text', () => {
  // Words of the audit log are also used by the server, so they are in the contract.
  const known = [...texts, ...ofContract].map(({ key }) => key).concat('auditWords.yes')
  const unused = [...logTexts, ...ownerTexts].filter(
    (beginning) => !known.some((key) => key.startsWith(beginning)),
  )
  expect(unused).toEqual([])
  expect(texts.filter(({ key }) => isOfLog(key)).length).toBeGreaterThan(0)
})
