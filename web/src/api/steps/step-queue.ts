import { randomKey } from '../send/idempotency.ts'
import type { StepStore } from './step-store.ts'
import { notUploaded, type PhotoContent, PhotosRefusedError, readPhotos } from './waiting-photos.ts'
import { isOwnWork, isScan, type Step, type StepRefusal, sendable, type WaitingStep } from './waiting-step.ts'

export type StepQueueState = {
  /** All that is not answered, in the order of sending, with refused steps and those behind them. */
  waiting: readonly WaitingStep[]
  /** Answered steps whose effect the screens have not read yet. */
  settling: readonly WaitingStep[]
  /** Answered steps of the last days, which kept data from before may not hold. */
  past: readonly WaitingStep[]
  /** The last attempt met no server. */
  isLost: boolean
}

type StepQueueOptions<Answered> = {
  store: StepStore
  /** @throws failures that `refusalOf` tells apart */
  send: (step: WaitingStep) => Promise<Answered>
  /** null: no answer came, so the same step is sent again. */
  refusalOf: (failure: unknown) => StepRefusal | null
  /** Resolves when the screens have read what the step has changed. */
  settle: (step: WaitingStep) => Promise<void>
  /** The version of the row after the step, or the id of a new row. */
  versionIn: (answer: Answered) => number | null
  onAnswered: (step: WaitingStep, answer: Answered) => void
  onRefused: (step: WaitingStep) => void
  /** Runs `work` while no other window sends steps of this person. */
  alone: (work: () => Promise<void>) => Promise<void>
  /** Tells other windows that the store has changed. */
  announce: () => void
  /** Clock of the device, ms since 1970. */
  now?: () => number
}

const firstPauseMs = 500
const longestPauseMs = 8000
/** How long an answered step stays in the store, ms: as long as data that a browser keeps may be from before it. */
const pastMs = 7 * 24 * 3_600_000

/** Sends what a person does, one step after the other, until the server has taken or refused each. */
export function createStepQueue<Answered>(options: StepQueueOptions<Answered>) {
  const { store, send, refusalOf, versionIn, settle, onAnswered, onRefused, alone, announce } = options
  const now = options.now ?? Date.now
  const listeners = new Set<() => void>()
  let state: StepQueueState = { waiting: [], settling: [], past: [], isLost: false }
  let lastMade = 0
  let isRunning = false
  let isAskedAgain = false
  let pauseMs = firstPauseMs
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Writes to the store that are under way. */
  const writes = new Set<Promise<void>>()
  /** Ids of steps that the store has taken. A step that it refused is not one that another window has sent. */
  const kept = new Set<string>()
  /** Ids of answered steps. Some are still in the store. */
  const settled = new Set<string>()
  const sending = new Set<string>()

  const set = (change: Partial<StepQueueState>) => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }
  const write = (work: Promise<void>) => {
    // A full disk is no reason to lose the step: it stays in the page.
    const done = work.catch(() => undefined).finally(() => writes.delete(done))
    writes.add(done)
    return done
  }
  const put = (step: WaitingStep) => write(store.put(step).then(() => void kept.add(step.id))).then(announce)
  const take = (ids: ReadonlySet<string>) => {
    set({ waiting: state.waiting.filter(({ id }) => !ids.has(id)) })
    return Promise.all([...ids].map((id) => write(store.remove(id)))).then(announce)
  }
  const change = (step: WaitingStep) => {
    set({ waiting: state.waiting.map((one) => (one.id === step.id ? step : one)) })
    return put(step)
  }
  /** Moves steps out of the queue in one turn, so that each is always shown once. */
  const letSettle = (steps: readonly WaitingStep[]) => {
    if (steps.length === 0) return
    const ids = new Set(steps.map(({ id }) => id))
    for (const id of ids) settled.add(id)
    const waiting = state.waiting.filter(({ id }) => !ids.has(id))
    set({ waiting, settling: [...state.settling, ...steps] })
    for (const step of steps) {
      void settle(step)
        .catch(() => undefined)
        .then(() => {
          const isPast = isAnswered(step) && isShownLong(step)
          const settling = state.settling.filter((one) => one !== step)
          set({ settling, past: isPast ? [...state.past, step] : state.past })
        })
    }
  }

  /** Takes over what other windows have added, changed or sent. What this window does meanwhile stays. */
  const reread = async () => {
    await Promise.all(writes)
    const before = new Map(state.waiting.map((step) => [step.id, step]))
    const stored = await store.all().catch(() => null)
    if (!stored) return
    const found = new Map(stored.map((step) => [step.id, step]))
    for (const id of found.keys()) kept.add(id)
    const isSame = (step: WaitingStep) => before.get(step.id) === step
    const answered = stored.filter((step) => isAnswered(step) && !settled.has(step.id))
    const gone = state.waiting.filter((step) => isSame(step) && kept.has(step.id) && !found.has(step.id))
    letSettle(gone)
    for (const { id } of answered) settled.add(id)
    const isOld = ({ answered_at = 0 }: WaitingStep) => answered_at < now() - pastMs
    for (const { id } of answered.filter(isOld)) void write(store.remove(id))
    set({ past: [...state.past, ...answered.filter((step) => !isOld(step))] })
    const present = new Map(state.waiting.map((step) => [step.id, step]))
    const own = state.waiting.filter((step) => !isSame(step) || !found.has(step.id))
    const theirs = stored.filter(
      (step) =>
        !isAnswered(step) &&
        !own.some(({ id }) => id === step.id) &&
        !(before.has(step.id) && !present.has(step.id)),
    )
    set({ waiting: [...theirs, ...own].sort((one, other) => one.made_at - other.made_at) })
  }

  /** The waiting confirmation that a refused step lacks. The person has made it after that step. */
  const findReading = ({ instruction_id }: StepRefusal): WaitingStep | undefined =>
    state.waiting.find((step) => !step.refusal && isReading(step) && step.params.id === instruction_id)

  /** Makes room for a confirmation that is given again: removes the refused ones, and lets go on what they held back. */
  const replaceRefused = (step: WaitingStep) => {
    const isEarlier = ({ id, call, params }: WaitingStep) =>
      id !== step.id && call === step.call && params.id === step.params.id
    const earlier = state.waiting.filter((one) => isEarlier(one) && one.refusal)
    for (const one of isReading(step) ? state.waiting : []) {
      const { refusal, ...kept } = one
      const isHeldBack = earlier.some(({ id }) => id === one.after)
      if (refusal?.instruction_id === step.params.id || isHeldBack) void change({ ...kept, after: step.id })
    }
    if (earlier.length > 0) void take(new Set(earlier.map(({ id }) => id)))
  }

  const find = (id: string) => state.waiting.find((step) => step.id === id)
  const refuse = async (step: WaitingStep, refusal: StepRefusal) => {
    const refused = { ...step, refusal }
    await change(refused)
    onRefused(refused)
  }

  /** @returns whether the server has answered */
  const sendOne = async (step: WaitingStep): Promise<boolean> => {
    sending.add(step.id)
    const outcome = await send(step).then(
      (answer) => ({ answer }),
      (failure: unknown) => ({ refusal: refusalOf(failure) }),
    )
    sending.delete(step.id)
    if ('answer' in outcome) {
      const answered = { ...step, answered_version: versionIn(outcome.answer), answered_at: now() }
      state = { ...state, isLost: false }
      letSettle([answered])
      onAnswered(step, outcome.answer)
      await (isShownLong(step) ? put(answered) : write(store.remove(step.id)).then(announce))
      return true
    }
    const { refusal } = outcome
    set({ isLost: refusal === null })
    if (refusal === null) return false
    const reading = findReading(refusal)
    if (reading) {
      await change({ ...step, after: reading.id })
      return true
    }
    if (lacksMedia(step, refusal)) {
      await change({ ...step, photos: notUploaded(step.photos), isUploadedAgain: true })
      return true
    }
    await refuse(step, refusal)
    return true
  }

  const runLater = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(run, ms)
  }
  const sendAll = async () => {
    await reread()
    for (;;) {
      const steps = sendable(state.waiting)
      const [first] = steps
      if (!first) return
      const held = first.held_until - now()
      if (held > 0) runLater(held)
      const head = held > 0 ? steps.find(mayOvertake) : first
      if (!head) return
      if (await sendOne(head)) pauseMs = firstPauseMs
      else {
        runLater(pauseMs)
        pauseMs = Math.min(longestPauseMs, pauseMs * 2)
        return
      }
    }
  }
  function run(): void {
    if (isRunning) {
      isAskedAgain = true
      return
    }
    isRunning = true
    isAskedAgain = false
    void alone(sendAll)
      .catch(() => runLater(longestPauseMs))
      .finally(() => {
        isRunning = false
        if (isAskedAgain) run()
      })
  }

  /** The held step that takes in another count of the same task, if it is the last one. */
  const openCount = (step: Step): WaitingStep | null => {
    const last = state.waiting.at(-1)
    const isOpen =
      step.call === 'tasks.progress' &&
      last?.call === step.call &&
      last.subject === step.subject &&
      !last.refusal &&
      !sending.has(last.id) &&
      last.held_until > now()
    return isOpen ? last : null
  }

  return {
    state: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    run,
    /** Rereads the store, because another window has changed it, and goes on. */
    reread: () => void reread().then(run),
    /** Tries again at once, because the connection may be back. */
    retry: () => {
      pauseMs = firstPauseMs
      run()
    },
    /** @returns the id of the waiting step. The step is on the screens at once, and is being stored. */
    add: ({ holdMs = 0, ...step }: Step): string => {
      const open = openCount({ ...step } as Step)
      const held_until = now() + holdMs
      if (open) {
        const added = addedOf(open) + addedOf(step)
        if (added === 0) void take(new Set([open.id]))
        else void change({ ...open, body: { added }, held_until } as WaitingStep)
        runLater(holdMs)
        return open.id
      }
      // A second press of the same button, on a screen that has not changed yet.
      const last = state.waiting.findLast(({ subject }) => subject === step.subject)
      if (last && !last.refusal && isRepeated(last, step)) return last.id
      // Two steps of one millisecond keep their order.
      lastMade = Math.max(now(), lastMade + 1)
      const waiting = { ...step, id: randomKey(), made_at: lastMade, held_until } as WaitingStep
      set({ waiting: [...state.waiting, waiting] })
      if (isConfirmation(waiting)) replaceRefused(waiting)
      void put(waiting).then(run)
      return waiting.id
    },
    /**
     * Adds a step with its photos. It is on the screens once this device has stored both.
     * @throws PhotosRefusedError if it cannot; then nothing is added
     */
    addWithPhotos: async (made: Step, files: readonly File[]): Promise<string> => {
      const { holdMs: _, ...step } = made
      const { photos, contents } = await readPhotos(files, state.waiting, randomKey)
      lastMade = Math.max(now(), lastMade + 1)
      const waiting = { ...step, id: randomKey(), made_at: lastMade, held_until: 0, photos } as WaitingStep
      await store.put(waiting, contents).catch((cause: unknown) => {
        throw new PhotosRefusedError('noRoom', cause)
      })
      kept.add(waiting.id)
      // Another window may have told of the step already, or even sent it.
      if (!find(waiting.id) && !settled.has(waiting.id)) set({ waiting: [...state.waiting, waiting] })
      announce()
      run()
      return waiting.id
    },
    /** Takes over what other windows have changed. */
    catchUp: reread,
    /** The content of a photo of a waiting step. */
    photo: (id: string, key: string): Promise<PhotoContent | undefined> =>
      store.photo(id, key).catch(() => undefined),
    noteUploaded: async (id: string, key: string, media_id: number): Promise<void> => {
      const step = find(id)
      // Its person has removed it meanwhile. The server deletes unused media.
      if (!step?.photos) return
      const photos = step.photos.map((photo) => (photo.key === key ? { ...photo, media_id } : photo))
      state = { ...state, isLost: false }
      await change({ ...step, photos })
      run()
    },
    /** Holds a step back whose photo was refused. */
    refuse: async (id: string, refusal: StepRefusal): Promise<void> => {
      const step = find(id)
      if (step) await refuse(step, refusal)
    },
    noteLost: (): void => set({ isLost: true }),
    /** Removes a photo of a refused step, so that the step can be sent without it. */
    dropPhoto: (id: string, key: string): void => {
      const step = find(id)
      if (!step?.refusal || !step.photos) return
      void change({ ...step, photos: step.photos.filter((photo) => photo.key !== key) })
    },
    /** Takes back a step that is not sent yet. @returns false if it is too late */
    drop: (id: string): boolean => {
      if (sending.has(id) || !find(id)) return false
      void take(new Set([id])).then(run)
      return true
    },
    /** Removes a refused step after a person has seen why. Later steps about the same thing go on. */
    acknowledge: (id: string): void => void take(new Set([id])).then(run),
    /** Removes a refused step, with the later steps about the same thing, which depend on it. */
    discard: (id: string): void => {
      const index = state.waiting.findIndex((step) => step.id === id)
      const refused = state.waiting[index]
      if (!refused) return
      const dependent = state.waiting.slice(index).filter(({ subject }) => subject === refused.subject)
      void take(new Set(dependent.map((step) => step.id))).then(run)
    },
    /** Sends a refused step again, because what it lacked is there now. A confirmation that it lacked goes first. */
    resend: (id: string): void => {
      const found = find(id)
      if (!found?.refusal) return
      const { refusal: _, isUploadedAgain: __, ...step } = found
      void change(step).then(run)
    },
    /** Sends what is held back, because the page may be closed. */
    release: (): void => {
      if (!state.waiting.some(({ held_until }) => held_until > now())) return
      for (const step of state.waiting) if (step.held_until > now()) void change({ ...step, held_until: 0 })
      const [head] = sendable(state.waiting)
      // Before the store has answered, because the page may not live that long. The server takes a step once.
      if (head && !isRunning && sending.size === 0) void sendOne(head).then(run)
      else run()
    },
  }
}

/**
 * Whether screens show the step in kept data from before it. A scan, a comment or a photo is told only while it waits.
 */
const isShownLong = ({ call }: WaitingStep): boolean => !isScan(call) && !isOwnWork(call)

const isAnswered = ({ answered_version }: WaitingStep): boolean => answered_version !== undefined

/** Whether a step that is made twice in a row means the same as once. Another end of a shift is another step. */
const isRepeated = (last: WaitingStep, { call, body }: Step): boolean =>
  last.call === call &&
  call !== 'tasks.progress' &&
  !isOwnWork(call) &&
  !isScan(call) &&
  (call !== 'hours.confirm' || JSON.stringify(last.body) === JSON.stringify(body))

const isReading = ({ call }: Pick<Step, 'call'>): boolean => call === 'instructions.read'

/** Whether a step confirms something. A later confirmation replaces a refused one. */
const isConfirmation = (step: WaitingStep): boolean => isReading(step) || step.call === 'hours.confirm'

/** Whether the server has deleted media of a step before it came. Uploaded once more, they are there. */
const lacksMedia = (
  step: WaitingStep,
  { field = '' }: StepRefusal,
): step is WaitingStep & Required<Pick<WaitingStep, 'photos'>> =>
  step.photos !== undefined && !step.isUploadedAgain && field.startsWith('multimedia_ids')

/** Whether a step goes past one that is held back: a packer waits for the answer to each scan. */
const mayOvertake = ({ call }: WaitingStep): boolean => isScan(call)

const addedOf = ({ body }: Pick<Step, 'body'>): number => (body as { added?: number }).added ?? 0

export type StepQueue = ReturnType<typeof createStepQueue>
