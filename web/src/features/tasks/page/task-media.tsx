import type { Multimedia } from '@artel/contract/multimedia'
import type { TaskDetail, TaskRights } from '@artel/contract/tasks'
import { useTranslations } from 'use-intl'
import { useMediaItems } from '../../../api/media.ts'
import { useAction } from '../../../api/query.ts'
import { refreshEntities } from '../../../api/refresh.ts'
import { MediaEditor } from '../../../forms/media-editor.tsx'
import { notify } from '../../../ui/notify.ts'
import { openMedia } from '../../../ui/open-media.tsx'
import classes from './task-page.module.css'

// The page of a deleted task is read-only. A file that must not be detached must not be renamed either.
const limitTo = (media: Multimedia, { detach }: TaskRights, isDeleted: boolean): Multimedia => ({
  ...media,
  can: { edit: media.can.edit && detach && !isDeleted, delete: media.can.delete && detach },
})

/**
 * Photos, videos and links of a task.
 * The assignee may add to them until the task is done, and admins may too.
 */
export function TaskMedia({ task }: { task: TaskDetail }) {
  const t = useTranslations('tasks')
  const itemsOf = useMediaItems()
  const { id, multimedia, can, deleted_at } = task
  const say = () => notify({ text: t('mediaFailed'), tone: 'bad' })
  const attach = useAction('tasks.attach', { onFailure: say })
  const detach = useAction('tasks.detach', { onFailure: say })
  if (multimedia.length === 0 && !can.attach) return null
  const add = (media: Multimedia) =>
    attach.mutateAsync({ params: { id }, body: { multimedia_ids: [media.id] } })
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
        {...(can.attach && { onAdd: add })}
        onRemove={remove}
        onChange={() => refreshEntities('task')}
        onOpen={(index) => openMedia(itemsOf(multimedia), index, t('media'))}
      />
    </section>
  )
}
