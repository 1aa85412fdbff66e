import type { Call } from '@artel/contract/call'
import { entities } from '@artel/contract/events'
import { calls } from '@artel/contract/index'
import { expect, test } from 'vitest'

const all: readonly Call[] = Object.values(calls).flatMap((group) => Object.values<Call>(group))

test('every entity is shown by at least one call and changed by at least one call', () => {
  const shown = new Set(all.flatMap(({ shows }) => shows))
  const changed = new Set(all.flatMap(({ changes }) => changes))
  expect(entities.filter((entity) => !shown.has(entity))).toEqual([])
  expect(entities.filter((entity) => !changed.has(entity))).toEqual([])
})

test('a call that reads declares no changed entity, and any other call no shown entity', () => {
  const wrong = all.filter(({ effect, shows, changes }) =>
    effect === 'read' ? changes.length > 0 : shows.length > 0,
  )
  expect(wrong.map(({ path }) => path)).toEqual([])
})
