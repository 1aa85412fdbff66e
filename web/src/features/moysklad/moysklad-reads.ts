import type { CallName } from '../../api/calls.ts'

/** What shows where the connection stands. */
export const connectionReads = ['moySklad.get', 'moySklad.runs'] as const satisfies readonly CallName[]

/** What shows the rows that were read, and what becomes of them. */
export const itemReads = [
  'moySkladItems.preview',
  'moySkladItems.list',
  'moySkladItems.get',
  'moySklad.get',
] as const satisfies readonly CallName[]
