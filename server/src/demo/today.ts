import type { TaskStatus } from '@artel/contract/tasks/tasks.line'
import { type Crew, type DemoTask, makeDraft } from './history.ts'
import type { Random } from './random.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

const iso = (ms: number): string => new Date(ms).toISOString()

/** The tasks on today's board: in progress, paused, in review, overdue, or free to take. */
export function makeToday(random: Random, crew: Crew, now: number): DemoTask[] {
  const [shown, ...others] = crew.assignees
  if (shown === undefined) return []
  return [
    // The staff account with shown credentials has a task of most kinds.
    makeBegun(random, crew, shown, 'in_progress', now),
    makeBegun(random, crew, shown, 'paused', now),
    { task: makeDraft(random, crew, shown, now - 3 * hourMs), times: [] },
    { task: makeDraft(random, crew, shown, now - 20 * hourMs), times: [] },
    ...others.slice(0, 9).map((assignee) => makeBegun(random, crew, assignee, 'in_progress', now)),
    ...others.slice(5, 10).map((assignee) => makeBegun(random, crew, assignee, 'paused', now)),
    ...others.slice(8, 15).map((assignee) => makeBegun(random, crew, assignee, 'review', now)),
    ...others.slice(4, 18).map((assignee) => ({
      task: makeDraft(random, crew, assignee, now - random.between(1, 15) * hourMs),
      times: [],
    })),
    ...others.slice(0, 3).map((assignee) => makeLate(random, crew, assignee, now)),
    ...Array.from({ length: 12 }, () => ({
      task: makeDraft(random, crew, null, now - random.between(1, 30) * hourMs),
      times: [],
    })),
  ]
}

function makeLate(random: Random, crew: Crew, assignee: number, now: number): DemoTask {
  const draft = makeDraft(random, crew, assignee, now - 30 * hourMs)
  return { task: { ...draft, due_at: iso(now - random.between(1, 6) * hourMs) }, times: [] }
}

// Each status starts at its own hour, so that nobody works on two tasks at once.
const hoursAgo = { in_progress: 0.8, paused: 3, review: 6 }

function makeBegun(
  random: Random,
  crew: Crew,
  assignee: number,
  status: keyof typeof hoursAgo & TaskStatus,
  now: number,
): DemoTask {
  const start = now - hoursAgo[status] * hourMs - random.between(0, 20) * minuteMs
  const draft = makeDraft(random, crew, assignee, start - random.between(5, 90) * minuteMs)
  const seconds = random.between(40, 100) * 60
  const isRunning = status === 'in_progress'
  const share = status === 'review' ? 1 : 0.2 + random.next() * 0.6
  const ended_at = isRunning ? null : iso(start + seconds * 1000)
  return {
    task: {
      ...draft,
      status,
      quantity_done: Math.floor(draft.quantity * share),
      requires_review: draft.requires_review || status === 'review',
      started_at: iso(start),
      finished_at: status === 'review' ? ended_at : null,
      spent_seconds: isRunning ? 0 : seconds,
      due_at: iso(Math.ceil(now / hourMs) * hourMs + random.between(1, 9) * hourMs),
    },
    times: [{ user_id: assignee, started_at: iso(start), ended_at, seconds: isRunning ? null : seconds }],
  }
}
