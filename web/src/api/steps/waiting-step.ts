import type { BodyOf } from '../send/calls.ts'

/** Calls by which people work. They wait in a queue while there is no connection. */
export type StepCall =
  | 'tasks.start'
  | 'tasks.pause'
  | 'tasks.progress'
  | 'tasks.finish'
  | 'tasks.comment'
  | 'tasks.attach'
  | 'hours.start'
  | 'hours.stop'
  | 'hours.confirm'
  | 'instructions.read'
  | 'supplies.scan'
  | 'supplies.putOnPallet'

/** Scans of a piece into a box and of a box onto a pallet. Their screens show what becomes of them. */
export const isScan = (call: StepCall): boolean => call === 'supplies.scan' || call === 'supplies.putOnPallet'

/**
 * Whether a step is a comment or a photo. No later step depends on it, and if it is refused, it stays until its person
 * sends it again or removes it.
 */
export const isOwnWork = (call: StepCall): boolean => call === 'tasks.comment' || call === 'tasks.attach'

/** A step as a person makes it. */
export type Step<Name extends StepCall = StepCall> = {
  [Call in Name]: {
    call: Call
    /** Ids in the path of the call. */
    params: Record<string, number>
    /** Its id and age, and the media of its photos, are added when it is sent. */
    body: Omit<BodyOf<Call>, 'step' | 'scan_id' | 'age_ms' | 'multimedia_ids'>
    /** What the step changes. Steps about the same thing wait for each other. */
    subject: string
    /** Name of the thing for people; empty: the call says enough. */
    title: string
    /** The row that the person saw, so that screens can show the step before it is sent; null: not needed. */
    seen: object | null
    /** Wait before the step is sent, ms. Meanwhile the person can take it back. */
    holdMs?: number
  }
}[Name]

/** A photo of a waiting step. Its content is in the store. */
export type WaitingPhoto = {
  /** Names it in the store, and its upload to the server, which takes it once. */
  key: string
  name: string
  /** Bytes. */
  size: number
  /** Once it is uploaded: the id of its media. */
  media_id?: number
}

/** A step that the server has not answered, or has refused. */
export type WaitingStep = Omit<Step, 'holdMs'> & {
  /** Sent with the step, so that it counts once, however often it is sent. */
  id: string
  /** Clock of the device, ms since 1970. */
  made_at: number
  /** Clock of the device: the step is not sent before. */
  held_until: number
  /** Why the server refused it. Later steps about the same thing wait until a person has decided on it. */
  refusal?: StepRefusal
  /** Id of the confirmation of an instruction without which the step is refused. It is sent first. */
  after?: string
  /** Photos to upload before the step is sent. */
  photos?: readonly WaitingPhoto[]
  /** Whether the photos were uploaded a second time, because the server had deleted them before the step arrived. */
  isUploadedAgain?: true
  /** Only after the answer: the version of the row that holds the step, or the id of a new row; null: unknown. */
  answered_version?: number | null
  /** Clock of the device. Data that was read later holds the step. */
  answered_at?: number
}

export type StepRefusal = {
  code: string
  message: string
  /** An instruction that the person must read first. */
  instruction_id?: number
  /** Path of the refused field. */
  field?: string
  /** Key of the photo that was refused. */
  photo?: string
}

/** Steps that go on to the server: neither refused nor behind a refused step. */
export function unblocked(steps: readonly WaitingStep[]): WaitingStep[] {
  const refused = new Set(steps.filter(({ refusal }) => refusal).map(({ id }) => id))
  return goingOn(steps, ({ id, after = id }) => refused.has(id) || refused.has(after))
}

/** Steps that can be sent now, in their order: those that go on and wait for no other step and no photo. */
export function sendable(steps: readonly WaitingStep[]): WaitingStep[] {
  const waiting = new Set(steps.map(({ id }) => id))
  return goingOn(
    unblocked(steps),
    ({ after, photos = [] }) =>
      (after !== undefined && waiting.has(after)) || photos.some(({ media_id }) => media_id === undefined),
  )
}

/** A step that is stopped holds back the later ones about the same thing. */
function goingOn(steps: readonly WaitingStep[], isStopped: (step: WaitingStep) => boolean): WaitingStep[] {
  const stopped = new Set<string>()
  return steps.filter((step) => {
    if (isStopped(step)) stopped.add(step.subject)
    return !stopped.has(step.subject)
  })
}

/** Whether a row of this version already holds the step. */
export const holds = (version: number, { answered_version }: WaitingStep): boolean =>
  typeof answered_version === 'number' && version >= answered_version
