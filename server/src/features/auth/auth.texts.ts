import { isolatedValues } from '@artel/contract/shapes/isolate'
import type { Locale } from '@artel/contract/shapes/primitives'
import { createTranslator } from 'use-intl/core'

const en = {
  forgotAnswer:
    'If somebody has this email, a link for a new password is on its way to it. It works for 60 minutes',
  greeting: 'Hello, {name}.',
  greetingWithoutName: 'Hello.',
  resetSubject: 'A new password for Artel',
  resetText: 'Somebody, probably you, has asked for a new password. The link works once, for 60 minutes.',
  resetIgnore: 'If it was not you, do nothing: your password stays as it is.',
  resetAction: 'Choose a new password',
  invitationSubject: 'An invitation to Artel',
  invitationText: '{inviter} invites you to work in Artel, in the company “{company}”.',
  invitationWithoutNames: 'You are invited to work in Artel.',
  invitationHow:
    'Open the link and set a password; from then on you sign in with {email}. The link works once, for 7 days.',
  invitationIgnore: 'If this means nothing to you, do nothing.',
  invitationAction: 'Set a password',
  promotionSubject: 'New rights in Artel: set a password',
  promotionText:
    '{inviter} makes you an {type, select, owner {owner} other {admin}} of the company “{company}” in Artel.',
  promotionWithoutNames:
    'You are now an {type, select, owner {owner} other {admin}} of your company in Artel.',
  promotionHow:
    'Somebody else may know your old password, so it no longer works. Open the link and set one that only you know. The link works once, for 7 days.',
  promotionTotp: 'The second factor has been taken off, too. Set it up anew once you have signed in.',
  promotionIgnore: 'If you do not know why, ask them.',
  passwordSubject: 'Your password for Artel has changed',
  passwordText: 'Your password has just been changed, and your other devices are signed out.',
  passwordIgnore: 'If it was not you, ask for a new password on the sign-in page at once.',
  emailSubject: 'Confirm your email for Artel',
  emailText: 'Open the link, and from then on you sign in with this address. The link works for 24 hours.',
  emailAction: 'Confirm the email',
  noticeSubject: 'Your email for Artel is about to change',
  noticeText:
    'You have asked to sign in with {email} from now on. It takes effect when that address is confirmed.',
  emailGivenSubject: 'Your email for Artel has changed',
  emailGivenText: 'An admin of your company has changed the email that you sign in with. It is {email} now.',
  emailGivenIgnore: 'If you do not know why, ask them.',
  noticeIgnore: 'If it was not you, sign in, change your password and end the other sessions.',
  totpOnSubject: 'Signing in to Artel now asks for a code',
  totpOnText:
    'A second factor has just been set up: besides the password you enter a code from your app. All other sessions have ended.',
  totpOnIgnore: 'If it was not you, tell the owner of your company at once: they can take it off.',
  totpOffSubject: 'Signing in to Artel no longer asks for a code',
  totpOffText: 'The second factor has just been taken off your account: the password alone lets you in.',
  totpOffIgnore: 'If you did not ask for it, change your password and set up a second factor again.',
  recoverySubject: 'A recovery code has let you into Artel',
  recoveryText:
    'A sign-in has just used up a recovery code. {left, plural, =0 {None is} one {# is} other {# are}} left.',
  withoutCodeSubject: 'Your password for Artel was entered without a right code',
  withoutCodeText:
    'Your password was entered correctly several times, each time without a right code from your app.',
  withoutCodeIgnore: 'If it was not you, somebody knows your password: change it at once.',
  recoveryIgnore: 'If it was not you, change your password at once and set up the second factor again.',
}

const ru: Record<keyof typeof en, string> = {
  forgotAnswer: 'Если такая почта есть, на неё отправлена ссылка для нового пароля. Она действует 60 минут',
  greeting: 'Здравствуйте, {name}.',
  greetingWithoutName: 'Здравствуйте.',
  resetSubject: 'Новый пароль для Артели',
  resetText: 'Кто-то, скорее всего вы, запросил новый пароль. Ссылка сработает один раз в течение 60 минут.',
  resetIgnore: 'Если это были не вы, ничего не делайте: пароль останется прежним.',
  resetAction: 'Задать новый пароль',
  invitationSubject: 'Приглашение в Артель',
  invitationText: '{inviter} приглашает вас в Артель, в компанию «{company}».',
  invitationWithoutNames: 'Вас приглашают работать в Артели.',
  invitationHow:
    'Откройте ссылку и задайте пароль, дальше входите с почтой {email}. Ссылка сработает один раз в течение 7 дней.',
  invitationIgnore: 'Если вы не знаете, о чём речь, ничего не делайте.',
  invitationAction: 'Задать пароль',
  promotionSubject: 'Новые права в Артели: задайте пароль',
  promotionText:
    '{inviter} даёт вам в Артели права {type, select, owner {владельца} other {администратора}} компании «{company}».',
  promotionWithoutNames: 'Вам даны в Артели права {type, select, owner {владельца} other {администратора}}.',
  promotionHow:
    'Прежний пароль мог знать кто-то ещё, поэтому он больше не действует. Откройте ссылку и задайте пароль, который знаете только вы. Ссылка сработает один раз в течение 7 дней.',
  promotionTotp: 'Второй фактор снят. Настройте его заново, когда войдёте.',
  promotionIgnore: 'Если вы не знаете почему, спросите.',
  passwordSubject: 'Пароль для Артели изменён',
  passwordText: 'Ваш пароль только что изменён, остальные сеансы завершены.',
  passwordIgnore: 'Если это были не вы, сразу запросите новый пароль на странице входа.',
  emailSubject: 'Подтвердите почту для Артели',
  emailText: 'Откройте ссылку — и дальше входите с этим адресом. Ссылка действует 24 часа.',
  emailAction: 'Подтвердить почту',
  noticeSubject: 'Почта для Артели скоро изменится',
  noticeText: 'Вы решили входить с адресом {email}. Он заменит нынешний, когда будет подтверждён.',
  emailGivenSubject: 'Почта для Артели изменена',
  emailGivenText: 'Администратор вашей компании сменил почту, с которой вы входите. Теперь это {email}.',
  emailGivenIgnore: 'Если вы не знаете почему, спросите его.',
  noticeIgnore: 'Если это были не вы, войдите, смените пароль и завершите остальные сеансы.',
  totpOnSubject: 'Вход в Артель теперь с кодом',
  totpOnText:
    'Только что настроен второй фактор: кроме пароля вы вводите код из приложения. Остальные сеансы завершены.',
  totpOnIgnore: 'Если это были не вы, сразу скажите владельцу компании: он может его снять.',
  totpOffSubject: 'Вход в Артель теперь без кода',
  totpOffText: 'Второй фактор вашей учётной записи только что снят: для входа хватает пароля.',
  totpOffIgnore: 'Если вы об этом не просили, смените пароль и настройте второй фактор заново.',
  recoverySubject: 'Вход в Артель по запасному коду',
  recoveryText:
    'Кто-то, скорее всего вы, вошёл по запасному коду. {left, plural, =0 {Запасных кодов не осталось} one {Остался # код} few {Осталось # кода} many {Осталось # кодов} other {Осталось # кода}}.',
  withoutCodeSubject: 'Ваш пароль для Артели ввели без верного кода',
  withoutCodeText: 'Ваш пароль несколько раз ввели верно, но без верного кода из приложения.',
  withoutCodeIgnore: 'Если это были не вы, ваш пароль кому-то известен: сразу смените его.',
  recoveryIgnore: 'Если это были не вы, сразу смените пароль и настройте второй фактор заново.',
}

const translators = {
  en: createTranslator({ locale: 'en', messages: en }),
  ru: createTranslator({ locale: 'ru', messages: ru }),
}

/** A text of a mail or a response, in the reader's language. */
export const authText = (
  language: Locale,
  key: keyof typeof en,
  values: Record<string, string | number> = {},
): string =>
  // The cast is needed because only the type of the English texts knows the arguments of each key.
  (translators[language] as (key: string, values: Record<string, string | number>) => string)(
    key,
    isolatedValues(values),
  )
