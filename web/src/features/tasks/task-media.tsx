import type { Multimedia } from '@artel/contract/multimedia'
import type { TaskDetail } from '@artel/contract/tasks'
import { useTranslations } from 'use-intl'
import { useMediaItems } from '../../api/media.ts'
import { refreshCalls, useAction } from '../../api/query.ts'
import { MediaEditor } from '../../forms/media-editor.tsx'
import { notify } from '../../ui/notify.ts'
import { openMedia } from '../../ui/open-media.tsx'
import classes from './task-page.module.css'

// The page of a deleted task is only read.
const readOnly = (media: Multimedia): Multimedia => ({ ...media, can: { edit: false, delete: false } })

/** Photos, videos and links of a task; its doer and admins add to them. */
export function TaskMedia({ task }: { task: TaskDetail }) {
  const t = useTranslations('tasks')
  const itemsOf = useMediaItems()
  const { id, multimedia, can, deleted_at } = task
  const say = () => notify({ text: t('mediaFailed'), tone: 'bad' })
  const attach = useAction('tasks.attach', { refreshes: ['tasks.get'], onFailure: say })
  const detach = useAction('tasks.detach', { refreshes: ['tasks.get'], onFailure: say })
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
        media={deleted_at === null ? multimedia : multimedia.map(readOnly)}
        path="tasks"
        {...(can.attach && { onAdd: add })}
        onRemove={remove}
        onChange={() => refreshCalls('tasks.get')}
        onOpen={(index) => openMedia(itemsOf(multimedia), index, t('media'))}
      />
    </section>
  )
}
