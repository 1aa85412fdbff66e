import type { Multimedia } from '@artel/contract/multimedia/multimedia'
import type { TaskDetail, TaskRights } from '@artel/contract/tasks/tasks'
import { useTranslations } from 'use-intl'
import { useAction } from '../../../api/cache/query.ts'
import { refreshEntities } from '../../../api/cache/refresh.ts'
import { useMediaItems } from '../../../api/send/media.ts'
import { useWaitingSteps } from '../../../api/steps/shown-steps.ts'
import { addStepWithPhotos } from '../../../api/steps/steps.ts'
import { PhotosRefusedError } from '../../../api/steps/waiting-photos.ts'
import { MediaEditor } from '../../../forms/media/media-editor.tsx'
import { openMedia } from '../../../ui/media/open-media.tsx'
import { notify } from '../../../ui/notices/notify.ts'
import { photoOf } from '../step-facts.ts'
import { waitingPhotos } from '../waiting-tasks.ts'
import classes from './task-page.module.css'
import { WaitingMedia } from './waiting-media.tsx'

// The page of a deleted task is read-only. A file that must not be detached must not be renamed either.
const limitTo = (media: Multimedia, { detach }: TaskRights, isDeleted: boolean): Multimedia => ({
  ...media,
  can: { edit: media.can.edit && detach && !isDeleted, delete: media.can.delete && detach },
})

/**
 * Photos, videos and links of a task. Photos wait on this device if there is no connection.
 * The assignee may add to them until the task is done, and admins may too.
 */
export function TaskMedia({ task }: { task: TaskDetail }) {
  const t = useTranslations('tasks')
  const itemsOf = useMediaItems()
  const steps = useWaitingSteps()
  const { id, title, multimedia, can, deleted_at } = task
  const waiting = waitingPhotos(task, steps)
  const say = () => notify({ text: t('mediaFailed'), tone: 'bad' })
  const attach = useAction('tasks.attach', { onFailure: say })
  const detach = useAction('tasks.detach', { onFailure: say })
  if (multimedia.length + waiting.length === 0 && !can.attach) return null
  const add = (media: Multimedia) =>
    attach.mutateAsync({ params: { id }, body: { multimedia_ids: [media.id] } })
  const keep = async (photo: File) => {
    const step = {
      call: 'tasks.attach',
      params: { id },
      body: {},
      subject: photoOf(id),
      title,
      seen: null,
    } as const
    try {
      await addStepWithPhotos(step, [photo])
    } catch (failure) {
      if (!(failure instanceof PhotosRefusedError)) throw failure
      notify({ text: t(`photos_${failure.reason}`), tone: 'bad' })
    }
  }
  const remove = async (media: Multimedia) => {
    await detach.mutateAsync({ params: { id }, body: { multimedia_ids: [media.id] } })
    notify({
      text: t('mediaRemoved', { name: media.name }),
      tone: 'ok',
      action: { label: t('putBack'), onClick: () => void add(media) },
    })
  }
  return (
    <section>
      <h2 className={classes.heading}>{t('media')}</h2>
      <MediaEditor
        media={multimedia.map((media) => limitTo(media, can, deleted_at !== null))}
        path="tasks"
        {...(can.attach && { onAdd: add, onLost: keep })}
        waiting={{
          count: waiting.length,
          tiles: <WaitingMedia steps={waiting} isLost={steps.isLost} />,
        }}
        onRemove={remove}
        onChange={() => refreshEntities('task')}
        onOpen={(index) => openMedia(itemsOf(multimedia), index, t('media'))}
      />
    </section>
  )
}
