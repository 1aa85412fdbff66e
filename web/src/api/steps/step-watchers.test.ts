import { expect, test } from 'vitest'
import { createStepWatchers, type StepAnswer } from './step-watchers.ts'
import type { WaitingStep } from './waiting-step.ts'

const step = (id: string) => ({ id, call: 'tasks.start' }) as WaitingStep
const answer = {} as StepAnswer

/** A watcher that notes what it is told. */
function noting() {
  const told: string[] = []
  const watcher = {
    onAnswered: ({ id }: WaitingStep) => void told.push(`${id} answered`),
    onRefused: ({ id }: WaitingStep) => void told.push(`${id} refused`),
  }
  return { told, watcher }
}

test('the follower is told what came before its code had arrived, once', () => {
  const { answered, refused, follow } = createStepWatchers()
  answered(step('a'), answer)
  refused(step('b'))
  const first = noting()
  follow(first.watcher)()
  const second = noting()
  follow(second.watcher)
  expect([first.told, second.told]).toEqual([['a answered', 'b refused'], []])
})

test('what happens while the follower is renewed is told by the next one', () => {
  const { answered, follow } = createStepWatchers()
  follow(noting().watcher)()
  answered(step('a'), answer)
  const { told, watcher } = noting()
  follow(watcher)
  answered(step('b'), answer)
  expect(told).toEqual(['a answered', 'b answered'])
})

test('a screen that watches takes nothing away from the follower', () => {
  const { refused, watch, follow } = createStepWatchers()
  const screen = noting()
  const end = watch(screen.watcher)
  refused(step('a'))
  end()
  refused(step('b'))
  const { told, watcher } = noting()
  follow(watcher)
  expect([screen.told, told]).toEqual([['a refused'], ['a refused', 'b refused']])
})

test('a page without a follower keeps only the last outcomes', () => {
  const { answered, follow } = createStepWatchers()
  for (let number = 1; number <= 60; number++) answered(step(String(number)), answer)
  const { told, watcher } = noting()
  follow(watcher)
  expect([told.length, told[0], told.at(-1)]).toEqual([50, '11 answered', '60 answered'])
})
