import type { StepQueue } from './step-queue.ts'
import { isUploaded, type PhotoContent } from './waiting-photos.ts'
import { type StepRefusal, unblocked, type WaitingPhoto, type WaitingStep } from './waiting-step.ts'

type Queue = Pick<
  StepQueue,
  'state' | 'subscribe' | 'catchUp' | 'photo' | 'noteUploaded' | 'refuse' | 'noteLost'
>

type PhotoUploadsOptions = {
  queue: Queue
  /** The same photo may be sent again, so the server takes each key once. @returns the id of its media */
  upload: (photo: WaitingPhoto, content: PhotoContent) => Promise<number>
  /** null: no answer came, so the same photo is sent again. */
  refusalOf: (failure: unknown) => StepRefusal | null
  /** Runs `work` while no other window uploads photos of this person. */
  alone: (work: () => Promise<void>) => Promise<void>
}

const firstPauseMs = 500
const longestPauseMs = 8000

/**
 * Uploads the photos of waiting steps, one after the other, beside the queue, so that a scan or a pause does not wait
 * for a photo on a slow connection.
 */
export function createPhotoUploads({ queue, upload, refusalOf, alone }: PhotoUploadsOptions) {
  let isRunning = false
  let pauseMs = firstPauseMs
  let timer: ReturnType<typeof setTimeout> | undefined

  /** @returns whether the server has answered */
  const uploadOne = async ({ id }: WaitingStep, photo: WaitingPhoto): Promise<boolean> => {
    const content = await queue.photo(id, photo.key)
    if (!content) {
      await queue.refuse(id, { code: 'photo_lost', message: '', photo: photo.key })
      return true
    }
    const outcome = await upload(photo, content).then(
      (media_id) => ({ media_id }),
      (failure: unknown) => ({ refusal: refusalOf(failure) }),
    )
    if ('media_id' in outcome) {
      await queue.noteUploaded(id, photo.key, outcome.media_id)
      return true
    }
    const { refusal } = outcome
    if (refusal) await queue.refuse(id, { ...refusal, photo: photo.key })
    else queue.noteLost()
    return refusal !== null
  }

  const uploadAll = async () => {
    await queue.catchUp()
    for (;;) {
      const next = nextPhoto(queue.state().waiting)
      if (!next) return
      if (await uploadOne(next.step, next.photo)) pauseMs = firstPauseMs
      else {
        timer = setTimeout(retryNow, pauseMs)
        pauseMs = Math.min(longestPauseMs, pauseMs * 2)
        return
      }
    }
  }

  function run(): void {
    if (isRunning || timer !== undefined || !nextPhoto(queue.state().waiting)) return
    isRunning = true
    void alone(uploadAll)
      .catch(() => {
        timer = setTimeout(retryNow, longestPauseMs)
      })
      .finally(() => {
        isRunning = false
        run()
      })
  }

  function retryNow(): void {
    clearTimeout(timer)
    timer = undefined
    run()
  }

  queue.subscribe(run)
  return {
    /** Tries again at once, because the connection may be back. */
    retry: (): void => {
      pauseMs = firstPauseMs
      retryNow()
    },
  }
}

/** The next photo to upload. The photos of a refused step, and of steps behind it, wait for a decision. */
function nextPhoto(steps: readonly WaitingStep[]): { step: WaitingStep; photo: WaitingPhoto } | null {
  for (const step of unblocked(steps)) {
    const photo = step.photos?.find((one) => !isUploaded(one))
    if (photo) return { step, photo }
  }
  return null
}
