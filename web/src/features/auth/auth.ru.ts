import type { authEn } from './auth.en.ts'

export const authRu = {
  pageTitle: 'Вход',
  title: 'С возвращением',
  subtitle: 'Войдите, чтобы увидеть задачи на сегодня',
  email: 'Эл. почта',
  password: 'Пароль',
  showPassword: 'Показать пароль',
  remember: 'Оставаться в системе 30 дней',
  submit: 'Войти',
  noAnswer: 'Сервер не ответил. Повторите',
  languages: 'Язык',
  slogan: 'Работа каждого видна, заработок — до рубля',
  demoTitle: 'Это демо. Чьими глазами посмотреть?',
  demoOwner: 'Владелец',
  demoAdmin: 'Админ',
  demoStaff: 'Сотрудник',
} satisfies Record<keyof typeof authEn, string>
