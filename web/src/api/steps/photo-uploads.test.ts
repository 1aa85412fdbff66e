import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createPhotoUploads } from './photo-uploads.ts'
import { Lost, Refused, refusalOf } from './step-failures.testing.ts'
import { createStepQueue, type StepQueue } from './step-queue.ts'
import { openPageStore, type StepStore } from './step-store.ts'
import { maxWaitingBytes, maxWaitingPhotos } from './waiting-photos.ts'
import type { Step, WaitingPhoto, WaitingStep } from './waiting-step.ts'

let store: StepStore
/** Uploads and steps in the order in which they came to the server. */
let arrived: string[]
/** Media of the server by the keys of their uploads. */
let media: Map<string, number>
let upload: (photo: WaitingPhoto, bytes: ArrayBuffer) => Promise<number>
let serve: (step: WaitingStep) => Promise<number>
let refused: WaitingStep[]

const idsOf = ({ photos = [] }: WaitingStep) => photos.map(({ media_id }) => media_id)

function openWindow(others: StepQueue[] = []) {
  const queue = createStepQueue({
    store,
    send: async (step) => {
      const id = await serve(step)
      arrived.push(`${step.call} ${idsOf(step)}`)
      return id
    },
    refusalOf,
    versionIn: (id) => id,
    settle: async () => undefined,
    onAnswered: () => undefined,
    onRefused: (step) => refused.push(step),
    alone: lockOf('steps'),
    announce: () => {
      for (const other of others) other.reread()
    },
  })
  const uploads = createPhotoUploads({
    queue,
    upload: (photo, { bytes }) => upload(photo, bytes),
    refusalOf,
    alone: lockOf('photos'),
  })
  return { queue, uploads }
}

/** One at a time for each name, like the locks of the browser. */
let locks: Map<string, Promise<unknown>>
const lockOf = (name: string) => (work: () => Promise<void>) => {
  const done = (locks.get(name) ?? Promise.resolve()).then(work)
  locks.set(
    name,
    done.catch(() => undefined),
  )
  return done
}

/** As the server does it: once for each key. */
async function takePhoto({ key, name }: WaitingPhoto): Promise<number> {
  const known = media.get(key)
  if (known !== undefined) return known
  media.set(key, 100 + media.size)
  arrived.push(name)
  return 99 + media.size
}

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
  store = openPageStore()
  arrived = []
  media = new Map()
  refused = []
  locks = new Map()
  upload = takePhoto
  serve = async () => 7
})
afterEach(() => vi.useRealTimers())

const comment = (text = 'Брак'): Step => ({
  call: 'tasks.comment',
  params: { id: 1 },
  body: { text },
  subject: 'talk:1',
  title: '',
  seen: null,
})
const pause: Step = {
  call: 'tasks.pause',
  params: { id: 1 },
  body: {},
  subject: 'task:1',
  title: '',
  seen: null,
}
const file = (name: string, size = 3) => new File([new Uint8Array(size)], name, { type: 'image/png' })
const later = (ms = 0) => vi.advanceTimersByTimeAsync(ms)
const lost = async () => {
  throw new Lost()
}

describe('photos of a waiting step', () => {
  test('are uploaded before the step, in their order, and are removed from this device with it', async () => {
    const { queue } = openWindow()
    const id = await queue.addWithPhotos(comment(), [file('a'), file('b')])
    const [step] = queue.state().waiting
    const keys = step?.photos?.map(({ key }) => key) ?? []
    expect((await queue.photo(id, keys[0] ?? ''))?.bytes.byteLength).toBe(3)
    await later()
    expect(arrived).toEqual(['a', 'b', 'tasks.comment 100,101'])
    expect(await store.all()).toEqual([])
    expect(await store.photo(id, keys[0] ?? '')).toBeUndefined()
  })

  test('wait for the connection, also if the app is closed, and arrive once', async () => {
    upload = lost
    const first = openWindow()
    await first.queue.addWithPhotos(comment(), [file('a')])
    await later(3000)
    expect([first.queue.state().isLost, arrived]).toEqual([true, []])
    // The photo arrives, but its answer does not.
    upload = async (photo) => {
      await takePhoto(photo)
      throw new Lost()
    }
    first.uploads.retry()
    await later(1)
    const next = openWindow()
    next.queue.run()
    upload = takePhoto
    await later()
    next.uploads.retry()
    await later(9000)
    expect(arrived).toEqual(['a', 'tasks.comment 100'])
    expect(next.queue.state()).toMatchObject({ waiting: [], isLost: false })
  })

  test('do not keep other steps waiting', async () => {
    upload = () => new Promise(() => undefined)
    const { queue } = openWindow()
    await queue.addWithPhotos(comment(), [file('a')])
    queue.add(comment('после'))
    queue.add(pause)
    await later()
    expect(arrived).toEqual(['tasks.pause '])
    expect(queue.state().waiting.map(({ body }) => body)).toEqual([{ text: 'Брак' }, { text: 'после' }])
  })

  test('are uploaded by one of two windows', async () => {
    const others: StepQueue[] = []
    const one = openWindow(others)
    const two = openWindow([one.queue])
    others.push(two.queue)
    let uploads = 0
    upload = async (photo) => {
      uploads += 1
      return takePhoto(photo)
    }
    await one.queue.addWithPhotos(comment(), [file('a'), file('b')])
    await later(10_000)
    expect([uploads, arrived]).toEqual([2, ['a', 'b', 'tasks.comment 100,101']])
    expect([one.queue.state().waiting, two.queue.state().waiting]).toEqual([[], []])
  })
})

describe('a refused photo', () => {
  const tooLarge = { code: 'too_large', message: 'Слишком большой файл' }

  beforeEach(() => {
    upload = async (photo) => {
      if (photo.name === 'big') throw new Refused(tooLarge)
      return takePhoto(photo)
    }
  })

  test('holds its step back with the reason, and keeps the other photos', async () => {
    const { queue } = openWindow()
    const id = await queue.addWithPhotos(comment(), [file('a'), file('big'), file('c')])
    await later()
    const [step] = queue.state().waiting
    expect(step?.refusal).toEqual({ ...tooLarge, photo: step?.photos?.[1]?.key })
    expect([refused.map((one) => one.id), arrived]).toEqual([[id], ['a']])
    queue.dropPhoto(id, step?.refusal?.photo ?? '')
    await later()
    expect(arrived).toEqual(['a'])
    queue.resend(id)
    await later()
    expect(arrived).toEqual(['a', 'c', 'tasks.comment 100,101'])
  })

  test('is uploaded again when its person sends the step again', async () => {
    const { queue } = openWindow()
    const id = await queue.addWithPhotos(comment(), [file('big')])
    await later()
    upload = takePhoto
    queue.resend(id)
    await later()
    expect(arrived).toEqual(['big', 'tasks.comment 100'])
  })

  test('that is no longer on the device is named, not skipped', async () => {
    const { queue } = openWindow()
    store.photo = async () => undefined
    await queue.addWithPhotos(comment(), [file('a')])
    await later()
    expect(refused).toMatchObject([{ refusal: { code: 'photo_lost' } }])
    expect(arrived).toEqual([])
  })

  test('of a removed step changes nothing', async () => {
    let answer = (_: number): void => undefined
    upload = () =>
      new Promise((resolve) => {
        answer = resolve
      })
    const { queue } = openWindow()
    const id = await queue.addWithPhotos(comment(), [file('a')])
    await later()
    expect(queue.drop(id)).toBe(true)
    answer(100)
    await later()
    expect([queue.state().waiting, await store.all(), arrived]).toEqual([[], [], []])
  })
})

describe('photos that the server has deleted before their step came', () => {
  const noSuchMedia = { code: 'invalid', message: 'Нет такого файла', field: 'multimedia_ids.0' }

  test('are uploaded once more', async () => {
    const { queue } = openWindow()
    serve = async (step) => {
      if (step.isUploadedAgain) return 7
      media.clear()
      throw new Refused(noSuchMedia)
    }
    await queue.addWithPhotos(comment(), [file('a')])
    await later()
    expect(arrived).toEqual(['a', 'a', 'tasks.comment 100'])
  })

  test('refuse the step if they are missing again', async () => {
    const { queue } = openWindow()
    serve = async () => {
      throw new Refused(noSuchMedia)
    }
    await queue.addWithPhotos(comment(), [file('a')])
    await later()
    expect(refused).toMatchObject([{ refusal: noSuchMedia }])
    expect(queue.state().waiting).toHaveLength(1)
  })
})

describe('photos that this device cannot keep', () => {
  const refusalTo = (queue: StepQueue, files: File[]) =>
    queue.addWithPhotos(comment(), files).catch(({ reason }: { reason: string }) => reason)

  test('are refused with their step, and nothing is added', async () => {
    const { queue } = openWindow()
    store.put = () => Promise.reject(new DOMException('', 'QuotaExceededError'))
    expect(await refusalTo(queue, [file('a')])).toBe('noRoom')
    const gone = file('gone')
    gone.arrayBuffer = () => Promise.reject(new DOMException('', 'NotReadableError'))
    expect(await refusalTo(queue, [gone])).toBe('unreadable')
    await later()
    expect([queue.state().waiting, arrived]).toEqual([[], []])
  })

  test('are limited in number and size, together with those that wait already', async () => {
    upload = lost
    const { queue } = openWindow()
    const many = Array.from({ length: maxWaitingPhotos - 1 }, (_, index) => file(`${index}`))
    await queue.addWithPhotos(comment(), many)
    expect(await refusalTo(queue, [file('a'), file('b')])).toBe('tooManyWaiting')
    const huge = file('huge')
    Object.defineProperty(huge, 'size', { value: maxWaitingBytes - 1 })
    expect(await refusalTo(queue, [huge])).toBe('tooManyWaiting')
    expect(queue.state().waiting).toHaveLength(1)
    await queue.addWithPhotos(comment(), [file('a')])
    expect(queue.state().waiting).toHaveLength(2)
  })
})
