/** Steps of a thing that has a status: from which statuses each is open, and to which it leads. */
export type StatusLine<Status extends string, Step extends string> = {
  readonly [S in Step]: { readonly from: readonly Status[]; readonly to: Status }
}

/** `offered`: take it; `done`: the thing is there already, answer 200 and do nothing; `closed`: 409 wrong_state. */
export type StepVerdict = 'offered' | 'done' | 'closed'

/** What the line says of a step for a thing in `status`. `to` is given where the target depends on the thing. */
export function judgeStep<Status extends string, Step extends string>(
  line: StatusLine<Status, Step>,
  step: Step,
  status: Status,
  to: Status = line[step].to,
): StepVerdict {
  if (line[step].from.includes(status)) return 'offered'
  return status === to ? 'done' : 'closed'
}
