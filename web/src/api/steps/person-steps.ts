import { refreshAfter } from '../cache/refresh.ts'
import { callApi } from '../send/client.ts'
import { isConnectionLost, onConnection } from '../send/connection.ts'
import { isRefusal } from '../send/refusal.ts'
import { readPagePerson } from '../session/page-person.ts'
import { readFormerScans } from './former-scans.ts'
import { createPhotoUploads } from './photo-uploads.ts'
import { showWaiting } from './shown-steps.ts'
import { createStepQueue, type StepQueue } from './step-queue.ts'
import { openPageStore, openStepStore, type StepStore } from './step-store.ts'
import { createStepWatchers, type StepAnswer } from './step-watchers.ts'
import { noteSteps } from './steps.ts'
import { keepUnwritten, type LeftStore } from './unwritten-steps.ts'
import type { PhotoContent } from './waiting-photos.ts'
import type { StepRefusal, WaitingPhoto, WaitingStep } from './waiting-step.ts'

const channelName = 'artel-steps'

const watchers = createStepWatchers()
export const { watch: watchSteps, follow: followSteps } = watchers

let queue: StepQueue | null = null

/**
 * The queue of the person of this page. Opened at the first use, because the code of a page is loaded while the server
 * is still asked who is signed in.
 */
export function personSteps(): StepQueue {
  const person = readPagePerson()
  if (person === null) throw new Error('Steps are made before the session is loaded')
  queue ??= openQueue(person)
  return queue
}

function openQueue(person: string): StepQueue {
  const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(channelName) : null
  const store = openStore(person)
  const queue = createStepQueue({
    store,
    send: sendStep,
    refusalOf,
    settle: readAgain,
    versionIn: (answer) => {
      if ('task' in answer) return answer.task.version
      if ('comment' in answer) return answer.comment.id
      return 'shift' in answer ? answer.shift.version : null
    },
    onAnswered: watchers.answered,
    onRefused: watchers.refused,
    alone: aloneIn(`${channelName}.${person}`),
    announce: () => channel?.postMessage(person),
  })
  if (channel) channel.onmessage = ({ data }) => data === person && queue.reread()
  const leave = () => {
    queue.release()
    store.leave()
  }
  const uploads = createPhotoUploads({
    queue,
    upload: uploadPhoto,
    refusalOf,
    alone: aloneIn(`${channelName}.${person}.photos`),
  })
  const retry = () => {
    queue.retry()
    uploads.retry()
  }
  onConnection(() => isConnectionLost() || retry())
  window.addEventListener('pagehide', leave)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && leave())
  document.addEventListener('visibilitychange', retry)
  queue.subscribe(() => {
    const state = queue.state()
    showWaiting(state)
    noteSteps(state.waiting.length + state.settling.length + state.past.length > 0)
  })
  // Where storage is forbidden there is nothing to take along.
  takeAlong(person, store).then(queue.run, queue.run)
  return queue
}

/** Without https there are no Web Locks. Two windows may then send a step twice, which counts once. */
const aloneIn = (name: string) => (work: () => Promise<void>) =>
  'locks' in navigator ? navigator.locks.request(name, work) : work()

/** Resolves when the server, not the kept data, has told what the step has changed. */
async function readAgain({ call }: WaitingStep): Promise<void> {
  await refreshAfter(call)
  while (isConnectionLost()) {
    await connectionBack()
    await refreshAfter(call)
  }
}

const connectionBack = () =>
  new Promise<void>((resolve) => {
    const stop = onConnection(() => {
      if (isConnectionLost()) return
      stop()
      resolve()
    })
  })

/** Moves scans that an earlier version has kept into the queue. */
async function takeAlong(person: string, store: StepStore): Promise<void> {
  for (const { step, remove } of readFormerScans(person, localStorage)) {
    await store.put(step)
    remove()
  }
}

/** Where storage is forbidden, nothing outlives the page. */
function openStore(person: string): LeftStore {
  const store = openLater(person)
  try {
    return keepUnwritten(store, person, localStorage)
  } catch {
    return { ...store, leave: () => undefined }
  }
}

/** The store of the browser, or the page itself where the browser keeps no data. */
function openLater(person: string): StepStore {
  const opened = openStepStore(person).catch(openPageStore)
  return {
    all: async () => (await opened).all(),
    put: async (step, photos) => (await opened).put(step, photos),
    remove: async (id) => (await opened).remove(id),
    photo: async (id, key) => (await opened).photo(id, key),
  }
}

function sendStep({ call, params, body, id, made_at, photos }: WaitingStep): Promise<StepAnswer> {
  // The clock of the device may have been set back.
  const age_ms = Math.max(0, Date.now() - made_at)
  // The parts fit the call, because `Step` ties them together; the compiler cannot see this for any call.
  const sentOnce = call === 'supplies.scan' ? { scan_id: id, age_ms } : { step: { id, age_ms } }
  const media = photos && { multimedia_ids: photos.flatMap(({ media_id = [] }) => media_id) }
  const input = { params, body: { ...body, ...media, ...sentOnce } } as Parameters<
    typeof callApi<typeof call>
  >[1]
  return callApi(call, input)
}

async function uploadPhoto({ key, name }: WaitingPhoto, { bytes, type }: PhotoContent): Promise<number> {
  const body = { type: 'photo', path: 'tasks', file: new File([bytes], name, { type }) } as const
  return (await callApi('multimedia.create', { body, idempotencyKey: key })).multimedia.id
}

function refusalOf(failure: unknown): StepRefusal | null {
  if (!isRefusal(failure)) return null
  const { code, message, instruction_id } = failure
  // What is said about a field tells more than the message of the whole.
  const [[field, [about] = []] = []] = Object.entries(failure.errors ?? {})
  return {
    code: code ?? 'other',
    message: about ?? message,
    ...(field !== undefined && { field }),
    ...(instruction_id !== undefined && { instruction_id }),
  }
}
