import type { TaskDetail } from '@artel/contract/tasks'
import { useTranslations } from 'use-intl'
import { useAction } from '../../../api/query.ts'
import { FormShell } from '../../../forms/form-shell.tsx'
import { TextAreaField } from '../../../forms/text-fields.tsx'
import { useFormState } from '../../../forms/use-form-state.ts'
import { DateText } from '../../../ui/date-text.tsx'
import { PersonLink } from '../../users/users.tsx'
import classes from './task-talk.module.css'

/** The comments of the assignee and admins on a task, oldest first. */
export function TaskComments({ task }: { task: TaskDetail }) {
  const t = useTranslations('tasks')
  return (
    <section>
      <h2 className={classes.heading}>{t('comments')}</h2>
      {task.comments.length === 0 && <p className={classes.empty}>{t('commentsEmpty')}</p>}
      <ul className={classes.list}>
        {task.comments.map(({ id, user, text, created_at }) => (
          <li key={id} className={classes.comment}>
            <span className={classes.who}>
              <PersonLink person={user} size={28} />
              <DateText value={created_at} withTime tone="quiet" />
            </span>
            <p className={classes.text}>{text}</p>
          </li>
        ))}
      </ul>
      {/* A new key after each comment resets the form, so that a sent text cannot be sent again. */}
      {task.can.comment && <CommentForm key={task.comments.at(-1)?.id ?? 0} id={task.id} />}
    </section>
  )
}

function CommentForm({ id }: { id: number }) {
  const t = useTranslations('tasks')
  const comment = useAction('tasks.comment')
  const form = useFormState({
    call: 'tasks.comment',
    initial: { text: '' },
    send: (body) => comment.mutateAsync({ params: { id }, body }),
  })
  return (
    <FormShell form={form} layout="inline" submitLabel={t('commentSend')}>
      <TextAreaField {...form.at('text')} label={t('commentField')} />
    </FormShell>
  )
}
