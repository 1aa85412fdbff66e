import type { CallName } from '../../api/calls.ts'

/** Calls that return the state of the connection. */
export const connectionReads = ['moySklad.get', 'moySklad.runs'] as const satisfies readonly CallName[]

/** Calls that return the rows and their plans. */
export const itemReads = [
  'moySkladItems.preview',
  'moySkladItems.list',
  'moySkladItems.get',
  'moySklad.get',
] as const satisfies readonly CallName[]
