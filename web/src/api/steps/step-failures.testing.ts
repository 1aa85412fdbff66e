import type { StepRefusal, WaitingStep } from './waiting-step.ts'

// For tests of the queue: a server that refuses steps, and one that cannot be reached.

export class Refused extends Error {
  readonly refusal: StepRefusal
  constructor(refusal: StepRefusal) {
    super()
    this.refusal = refusal
  }
}

export class Lost extends Error {}

export const wrongState = { code: 'wrong_state', message: 'Не сейчас' }

export const refusalOf = (failure: unknown): StepRefusal | null =>
  failure instanceof Refused ? failure.refusal : null

export const nameOf = ({ call, subject, body }: Pick<WaitingStep, 'call' | 'subject' | 'body'>) =>
  `${call} ${subject} ${JSON.stringify(body)}`
