/**
 * Steps of an item with a status: the statuses that allow each step, and the status that the step leads to.
 */
export type StatusLine<Status extends string, Step extends string> = {
  readonly [S in Step]: { readonly from: readonly Status[]; readonly to: Status }
}

/** `offered`: run the step. `done`: already there, answer 200 and do nothing. `closed`: 409 wrong_state. */
export type StepVerdict = 'offered' | 'done' | 'closed'

/** The verdict on a step of an item in `status`. `to` is passed if the target depends on the item. */
export function judgeStep<Status extends string, Step extends string>(
  line: StatusLine<Status, Step>,
  step: Step,
  status: Status,
  to: Status = line[step].to,
): StepVerdict {
  if (line[step].from.includes(status)) return 'offered'
  return status === to ? 'done' : 'closed'
}
