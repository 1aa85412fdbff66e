import { expect, test } from 'vitest'
import { className, marksOf } from './class-names.ts'

test('no two style sheets have the same mark, and a new one changes none of the others', () => {
  const paths = Array.from({ length: 5000 }, (_, at) => `src/sheet-${at}.module.css`)
  const marks = marksOf(paths)
  expect(new Set(marks.values()).size).toBe(paths.length)
  const fewer = marksOf(paths.slice(0, 50))
  const more = marksOf(paths.slice(0, 51))
  for (const [path, mark] of fewer) expect(more.get(path)).toBe(mark)
})

test('a class keeps its name in front of the mark', () => {
  const file = new URL('../src/ui/list/filter-bar.module.css', import.meta.url).pathname
  expect(className('dropdown', file)).toMatch(/^dropdown_[0-9a-z]{3,4}$/)
  expect(className('dropdown', `${file}?used`)).toBe(className('dropdown', file))
  expect(() => className('dropdown', '/elsewhere/a.module.css')).toThrow('is no style sheet')
})
