import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { groupModules } from './chunks.ts'

const source = fileURLToPath(new URL('../src/', import.meta.url))

/** A chunk of one module; `place`: it is loaded by its name. */
const chunk = (name: string, imports: string[] = [], place = false) => ({
  fileName: name,
  facadeModuleId: place ? source + name : null,
  moduleIds: [source + name],
  imports,
  dynamicImports: [],
})

const chunks = [
  chunk('main.tsx', ['react', 'router'], true),
  chunk('login.tsx', ['react', 'password'], true),
  chunk('features/tasks/list/task-list-page.tsx', ['react', 'table', 'steps', 'focus'], true),
  chunk('features/tasks/running/staff-home-page.tsx', ['react', 'card', 'steps'], true),
  chunk('features/tasks/page/task-page.tsx', ['router', 'facts', 'password', 'money'], true),
  chunk('ui/popup/overlays.tsx', ['react', 'modal', 'focus'], true),
  chunk('ui/table/data-table-menus.tsx', ['columns']),
  chunk('features/tasks/form/new-task.tsx', ['editor'], true),
  chunk('features/tasks/form/edit-task.tsx', ['editor'], true),
  chunk('features/tasks/board/task-board.tsx', ['facts', 'table'], true),
  ...['ledger', 'shop', 'users'].map((name) =>
    chunk(`features/${name}/page.tsx`, ['money', 'ui/table/data-table-menus.tsx'], true),
  ),
  chunk('react'),
  chunk('router'),
  chunk('password'),
  chunk('table'),
  chunk('card'),
  chunk('editor'),
  chunk('columns'),
  chunk('modal'),
  chunk('focus'),
  chunk('steps'),
  chunk('facts', ['fact']),
  chunk('fact'),
  chunk('money'),
]

const groups = groupModules(chunks)
const groupOf = (name: string) => groups.get(source + name)

test.each([
  ['react', 'both'],
  ['router', 'app'],
  ['password', 'login'],
  ['steps', 'home'],
  ['table', 'home-admin'],
  ['columns', 'home-admin'],
  ['modal', 'popups'],
  ['focus', 'admin-popups'],
  ['ui/popup/overlays.tsx', 'popups'],
  ['features/tasks/list/task-list-page.tsx', 'home-admin'],
  ['card', 'home-staff'],
  ['facts', 'tasks'],
  ['editor', 'tasks-form'],
  ['fact', 'tasks'],
  ['money', 'common'],
])('%s is in the chunk %s', (name, group) => {
  expect(groupOf(name)).toBe(group)
})

test('modules that are loaded by name have their own chunks, except the home pages', () => {
  const own = ['main.tsx', 'login.tsx', 'features/tasks/page/task-page.tsx', 'features/shop/page.tsx']
  expect(own.map(groupOf)).toEqual(own.map(() => undefined))
})
