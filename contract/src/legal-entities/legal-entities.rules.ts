import type { FieldTextKey } from '../errors/errors.en.ts'

// Without schemas, so that the form validates while typing without loading the schema library.

export const legalEntityTypes = ['company', 'entrepreneur', 'self_employed'] as const
export type LegalEntityType = (typeof legalEntityTypes)[number]

/** The numbers with check digits; null: not given. */
export type Requisites = {
  type: LegalEntityType
  inn: string
  kpp: string | null
  ogrn: string | null
  bik: string | null
  account: string | null
  corr_account: string | null
}

/** A mistake at a field, as the key of a text about fields. */
export type Mistake = {
  path: Exclude<keyof Requisites, 'type'>
  key: FieldTextKey
  values?: Record<string, number>
}

type Numbers = { inn: number; ogrn: number | null; hasKpp: boolean }

/** Number of digits for each type. An entrepreneur's OGRN is the OGRNIP. */
export const numbersOf: Record<LegalEntityType, Numbers> = {
  company: { inn: 10, ogrn: 13, hasKpp: true },
  entrepreneur: { inn: 12, ogrn: 15, hasKpp: false },
  self_employed: { inn: 12, ogrn: null, hasKpp: false },
}

export const kppLength = 9
export const bikLength = 9
export const accountLength = 20

/** All mistakes of the numbers, at most one for each field. */
export function findMistakes(requisites: Requisites): Mistake[] {
  return [checkInn, checkKpp, checkOgrn, checkBik, checkAccount, checkCorrAccount].flatMap(
    (check) => check(requisites) ?? [],
  )
}

type Check = (requisites: Requisites) => Mistake | null

const checkInn: Check = ({ type, inn }) =>
  checkDigits('inn', inn, numbersOf[type].inn) ?? (isInn(inn) ? null : { path: 'inn', key: 'bad_inn' })

// Four digits, two digits or capitals (reason of the registration), three digits. No check digit.
const checkKpp: Check = ({ type, kpp }) => {
  if (kpp === null) return null
  if (!numbersOf[type].hasKpp) return { path: 'kpp', key: 'no_kpp_here' }
  return /^\d{4}[\dA-Z]{2}\d{3}$/.test(kpp) ? null : { path: 'kpp', key: 'bad_kpp' }
}

const checkOgrn: Check = ({ type, ogrn }) => {
  if (ogrn === null) return null
  const { ogrn: length } = numbersOf[type]
  if (length === null) return { path: 'ogrn', key: 'no_ogrn_here' }
  return checkDigits('ogrn', ogrn, length) ?? (isOgrn(ogrn) ? null : { path: 'ogrn', key: 'bad_ogrn' })
}

const checkBik: Check = ({ bik, account, corr_account }) => {
  if (bik !== null) return checkDigits('bik', bik, bikLength)
  return account === null && corr_account === null ? null : { path: 'bik', key: 'bik_needed' }
}

const checkAccount: Check = ({ account, bik }) => {
  if (account === null) return null
  const fits = bik === null || bik.length !== bikLength || hasAccountKey(accountPrefix(bik), account)
  return (
    checkDigits('account', account, accountLength) ?? (fits ? null : { path: 'account', key: 'bad_account' })
  )
}

const checkCorrAccount: Check = ({ corr_account, bik }) => {
  if (corr_account === null) return null
  const fits = bik === null || bik.length !== bikLength || hasAccountKey(unitPrefix(bik), corr_account)
  return (
    checkDigits('corr_account', corr_account, accountLength) ??
    (fits ? null : { path: 'corr_account', key: 'bad_corr_account' })
  )
}

function checkDigits(path: Mistake['path'], value: string, count: number): Mistake | null {
  return value.length === count && /^\d+$/.test(value)
    ? null
    : { path, key: 'digits_exactly', values: { count } }
}

const weightedSum = (digits: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, index) => sum + weight * Number(digits[index]), 0)

const innWeights = [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8] as const

/** The check digit of an INN after `digits`: the tenth, the eleventh or the twelfth. */
export const innDigit = (digits: string): number =>
  (weightedSum(digits, innWeights.slice(innWeights.length - digits.length)) % 11) % 10

/** Ten or twelve digits, the last one or two of them check digits. Zeros pass, but belong to nobody. */
function isInn(inn: string): boolean {
  if (Number(inn) === 0) return false
  const proofs = inn.length === 10 ? [9] : [10, 11]
  return proofs.every((at) => Number(inn[at]) === innDigit(inn.slice(0, at)))
}

/** The check digit of an OGRN (after twelve digits) or an OGRNIP (after fourteen). */
export const ogrnDigit = (digits: string): number =>
  Number((BigInt(digits) % (digits.length === 12 ? 11n : 13n)) % 10n)

// The first digit names the kind of registration: 1 or 5 a company, 3 an entrepreneur.
const isOgrn = (ogrn: string): boolean =>
  (ogrn.length === 13 ? /^[15]/ : /^3/).test(ogrn) && Number(ogrn.at(-1)) === ogrnDigit(ogrn.slice(0, -1))

/**
 * Order 515 of the Bank of Russia, 08.09.1997: three digits of the BIK and the account, weighted 7, 1, 3 in
 * turn, add up to a multiple of ten.
 */
const hasAccountKey = (prefix: string, account: string): boolean =>
  weightedSum(prefix + account, accountWeights) % 10 === 0

const accountWeights = Array.from({ length: 23 }, (_, index) => [7, 1, 3][index % 3] ?? 0)

// The bank's number within its region; for a unit of the Bank of Russia (000 to 002), its region.
const accountPrefix = (bik: string): string => (/00[012]$/.test(bik) ? unitPrefix(bik) : bik.slice(6))
const unitPrefix = (bik: string): string => `0${bik.slice(4, 6)}`

/** Tries all ten values of the key, which is the ninth digit of an account; only one of them is correct. */
const withKey = (prefix: string, account: string): string =>
  [...'0123456789']
    .map((key) => account.slice(0, 8) + key + account.slice(9))
    .find((whole) => hasAccountKey(prefix, whole)) ?? account

/** The twenty digits with the key that an account has at that bank. */
export const accountAt = (bik: string, account: string): string => withKey(accountPrefix(bik), account)

/** The twenty digits with the key that a correspondent account of that bank has. */
export const corrAccountAt = (bik: string, account: string): string => withKey(unitPrefix(bik), account)

/** Whether a correspondent account looks like that bank's. Nearly all end in the BIK's last three digits. */
export const isUsualCorrAccount = (bik: string, corrAccount: string): boolean =>
  corrAccount.startsWith('301') && corrAccount.endsWith(bik.slice(6))
