import { type Column, writeTable } from '../../server/src/spreadsheets/spreadsheets.ts'
import type { Target } from './compare.ts'

export const fileRows = 100_000

/** Milliseconds until our server has sent all rows. */
export async function drainOurs({ url, ...request }: Target): Promise<number> {
  const start = performance.now()
  const answer = await fetch(url, request)
  if (answer.status !== 200 || !answer.body) throw new Error(`${url} answered ${answer.status}`)
  for await (const _ of answer.body);
  return performance.now() - start
}

type Row = { id: number; title: string; person: string; created_at: string }

const repeated = (count: number, column: Column<Row>) => Array.from({ length: count }, () => column)

// The same number of cells of each kind as in the list of tasks.
const columns: Column<Row>[] = [
  ...repeated(6, { kind: 'number', title: { ru: 'Число', en: 'Number' }, read: ({ id }) => id }),
  ...repeated(4, { kind: 'text', title: { ru: 'Текст', en: 'Text' }, read: ({ title }) => title }),
  ...repeated(2, { kind: 'text', title: { ru: 'Кто', en: 'Who' }, read: ({ person }) => person }),
  ...repeated(2, { kind: 'duration', title: { ru: 'Время', en: 'Time' }, read: ({ id }) => id }),
  { kind: 'money', title: { ru: 'Оплата', en: 'Pay' }, read: ({ id }) => id },
  { kind: 'yesNo', title: { ru: 'Да', en: 'Yes' }, read: () => false },
  { kind: 'instant', title: { ru: 'Когда', en: 'When' }, read: ({ created_at }) => created_at },
  ...repeated(3, { kind: 'instant', title: { ru: 'Когда', en: 'When' }, read: () => null }),
]

/** Milliseconds of the writer alone, with the same number of cells in memory. */
export async function drainBare(): Promise<number> {
  const rows = Array.from({ length: fileRows }, (_, id) => ({
    id,
    title: `Набор «Уют» ${id}`,
    person: 'Марина Зотова',
    created_at: '2026-11-20T22:30:05.000Z',
  }))
  return drainWriter('Задачи', columns, rows)
}

/** Milliseconds of the writer alone, with rows in memory. */
export async function drainWriter<R>(
  title: string,
  columns: readonly Column<R>[],
  rows: readonly R[],
): Promise<number> {
  const start = performance.now()
  const table = { title, columns, language: 'ru', timezone: 3 } as const
  const batches = (async function* () {
    yield rows
  })()
  for await (const _ of writeTable('xlsx', table, batches));
  return performance.now() - start
}
