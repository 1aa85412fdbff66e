import { describe, expect, it } from 'vitest'
import { emptyDraft } from '../form/task-draft.ts'
import {
  bodyOf,
  checkRows,
  emptyRow,
  type ManyValues,
  maxRows,
  pasteCells,
  placeErrors,
} from './many-tasks.ts'

const towels = { id: 4, name: 'Полотенца', money: 1650, coins: 1, norm_seconds: 90 }
const reading = {
  clock: { timezone: 3, locale: 'ru', now: Date.parse('2026-11-21T09:00:00Z') },
  assignees: new Map([['дарья климова', 7]]),
  products: new Map([
    ['uyut-1', towels],
    ['полотенца', towels],
  ]),
} as const
const { title: _, description: __, norm_seconds: ___, product_id: ____, ...common } = emptyDraft
const row = (cells: object) => ({ ...emptyRow(), ...cells })
const values = (tasks: object[], shared: object = {}): ManyValues => ({
  ...common,
  ...shared,
  tasks: tasks.map(row),
})

describe('the request body', () => {
  it('has the values of a row, and shared values for its empty cells', () => {
    const shared = { quantity: 10, money: 50_000, user_id: 3, priority: 'high' }
    const rows = [{ title: ' Плед ' }, { title: 'Чай', quantity: '5 шт', money: '1 250,50 ₽', coins: '0' }]
    const { body } = bodyOf(values(rows, shared), reading)
    expect(body.tasks).toMatchObject([
      { title: 'Плед', quantity: 10, money: 50_000, coins: 0, user_id: 3, priority: 'high', due_at: null },
      { title: 'Чай', quantity: 5, money: 125_050, coins: 0, user_id: 3 },
    ])
  })

  it('has the assignee found by name and the parsed date', () => {
    const { body } = bodyOf(
      values([{ title: 'a', user_id: 'Дарья  климова', due_at: '22.11 16:00' }]),
      reading,
    )
    expect(body.tasks[0]).toMatchObject({ user_id: 7, due_at: '2026-11-22T13:00:00.000Z' })
  })

  it('has the rates of a product, found by name or article, times the quantity', () => {
    const rows = [
      { title: 'UYUT-1', quantity: '40' },
      { title: ' Полотенца', money: '500' },
    ]
    const { body } = bodyOf(values(rows, { quantity: 10, money: 900 }), reading)
    const common = { product_id: 4, title: 'Полотенца' }
    expect(body.tasks).toMatchObject([
      { ...common, quantity: 40, money: 66_000, coins: 40, norm_seconds: 3600 },
      { ...common, quantity: 10, money: 50_000, coins: 10, norm_seconds: 900 },
    ])
    expect(bodyOf(values([{ title: 'Плед' }]), reading).body.tasks[0]).not.toHaveProperty('product_id')
  })

  it('omits blank rows, and has its errors mapped back to their fields', () => {
    const { body, places } = bodyOf(values([{}, { title: 'a' }, {}, { title: 'b' }]), reading)
    expect(body.tasks).toHaveLength(2)
    const errors = { 'tasks.1.user_id': ['x'], 'tasks.0.warehouse_id': ['y'], other: ['z'] }
    expect(placeErrors(errors, places)).toEqual({
      'tasks.3.user_id': ['x'],
      warehouse_id: ['y'],
      other: ['z'],
    })
  })
})

describe('mistakes found before sending', () => {
  const check = (tasks: object[]) => Object.keys(checkRows(tasks.map(row), reading, (name) => name))

  it.each([
    [[{}], ['tasks.0.title']],
    [[{ title: 'a' }, {}, { quantity: '3' }], ['tasks.2.title']],
    [[{ title: 'a', quantity: 'много', money: 'x', coins: '-1' }], ['quantity', 'money', 'coins']],
    [
      [
        { title: 'a', user_id: 'Кто Такой' },
        { title: 'b', due_at: 'скоро' },
      ],
      ['tasks.0.user_id', 'tasks.1.due_at'],
    ],
    [[{ title: 'a' }], []],
  ])('%j', (tasks, wrong) => {
    expect(check(tasks)).toEqual(wrong.map((name) => (name.includes('.') ? name : `tasks.0.${name}`)))
  })
})

describe('pasting', () => {
  it('fills rows from the cell on, and adds rows past the last one', () => {
    const { rows, left } = pasteCells([row({ title: 'старое', coins: '9' })], { row: 0, cell: 'title' }, [
      ['a', '1'],
      ['b', '2', 'Дарья Климова'],
    ])
    expect(rows).toMatchObject([
      { title: 'a', quantity: '1', coins: '9' },
      { title: 'b', quantity: '2', user_id: 'Дарья Климова' },
    ])
    expect(left).toBe(0)
  })

  it('starts at the selected cell, and drops values beyond the last column', () => {
    const { rows } = pasteCells([emptyRow()], { row: 0, cell: 'money' }, [['100', '5', 'лишнее']])
    expect(rows).toMatchObject([{ title: '', money: '100', coins: '5' }])
  })

  it('takes only as many rows as allowed and returns how many are left', () => {
    const lines = Array.from({ length: 250 }, (_, index) => [`Задача ${index}`])
    const { rows, left } = pasteCells([emptyRow()], { row: 0, cell: 'title' }, lines)
    expect([rows.length, left]).toEqual([maxRows, 50])
  })
})
