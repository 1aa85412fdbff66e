import type { UserType } from '@artel/contract/access'

export const demoPassword = 'artel-demo-2026'

export type DemoPerson = {
  name: string
  nick?: string
  type: UserType
  position: string
  email: string
  /** Inactive users: archived, or invited and not yet signed in. */
  standing?: 'archived' | 'invited'
}

/** Names and positions of the demo company's users. The leads come before the rest of the staff. */
export const demoPeople: readonly DemoPerson[] = [
  { name: 'Анна Северова', type: 'owner', position: 'Владелица', email: 'owner@artel.demo' },
  { name: 'Марина Зотова', type: 'admin', position: 'Начальница смены', email: 'admin@artel.demo' },
  {
    name: 'Дарья Климова',
    nick: 'Клим',
    type: 'staff',
    position: 'Старший упаковщик',
    email: 'staff@artel.demo',
  },
  { name: 'Олег Панин', type: 'admin', position: 'Начальник склада', email: 'o.panin@artel.demo' },
  ...[
    'Руслан Хайруллин',
    'Тамара Белова',
    'Игорь Саенко',
    'Алина Жукова',
    'Павел Юдин',
    'Светлана Крылова',
    'Никита Орлов',
    'Гульнара Ахметова',
    'Виктор Мельник',
    'Екатерина Лосева',
    'Артём Громов',
    'Людмила Фокина',
    'Тимур Алиев',
    'Ольга Сафонова',
    'Денис Рябов',
    'Наталья Ушакова',
    'Григорий Котов',
    'Вера Полякова',
    'Самвел Петросян',
    'Юлия Демидова',
    'Роман Быков',
  ].map((name, index) => ({
    name,
    type: 'staff' as const,
    position: index % 5 === 0 ? 'Комплектовщик' : 'Упаковщик',
    email: `staff${index + 2}@artel.demo`,
  })),
  {
    name: 'Лидия Соболева',
    type: 'staff',
    position: 'Упаковщица',
    email: 'l.soboleva@artel.demo',
    standing: 'archived',
  },
  {
    name: 'Фёдор Минаев',
    type: 'staff',
    position: 'Комплектовщик',
    email: 'f.minaev@artel.demo',
    standing: 'invited',
  },
]

/** Whether the login page shows the credentials of this account. */
export const isShown = (email: string): boolean => /^(owner|admin|staff)@/.test(email)

/** All users, with `times` copies of the staff under different emails. */
export function listPeople(times: number): DemoPerson[] {
  const staff = demoPeople.filter(({ type }) => type === 'staff')
  const more = Array.from({ length: times - 1 }, (_, index) =>
    staff.map((person) => ({ ...person, email: person.email.replace('@', `-${index + 2}@`) })),
  )
  return [...demoPeople, ...more.flat()]
}

/** Tasks without a product. Money in kopecks for the whole task. */
export const demoErrands = [
  { title: 'Разобрать возврат с Wildberries', money: 300_000, coins: 200, seconds: 21_600, pieces: 3 },
  { title: 'Пересчитать остатки, стеллажи 4–9', money: 180_000, coins: 120, seconds: 10_800, pieces: 6 },
  { title: 'Принять машину из Коледина', money: 150_000, coins: 100, seconds: 7200, pieces: 1 },
] as const
