import type { TaskDetail } from '@artel/contract/tasks'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { addStep } from '../../../api/steps/steps.ts'
import { FormShell } from '../../../forms/form-shell.tsx'
import { TextAreaField } from '../../../forms/text-fields.tsx'
import { useFormState } from '../../../forms/use-form-state.ts'
import { DateText } from '../../../ui/date-text.tsx'
import { PersonLink } from '../../users/users.tsx'
import { talkOf } from '../step-facts.ts'
import classes from './task-talk.module.css'

/** The comments of the assignee and admins on a task, oldest first. */
export function TaskComments({ task }: { task: TaskDetail }) {
  const t = useTranslations('tasks')
  const [sent, setSent] = useState(0)
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
      {/* A new key after each sent text empties the field, and nobody else's comment does. */}
      {task.can.comment && <CommentForm key={sent} task={task} onSent={() => setSent(sent + 1)} />}
    </section>
  )
}

function CommentForm({ task, onSent }: { task: TaskDetail; onSent: () => void }) {
  const t = useTranslations('tasks')
  const { id, title } = task
  const form = useFormState({
    call: 'tasks.comment',
    draft: { item: id },
    initial: { text: '' },
    send: async (body) => {
      await addStep({ call: 'tasks.comment', params: { id }, body, subject: talkOf(id), title, seen: null })
      onSent()
    },
  })
  return (
    <FormShell form={form} layout="inline" submitLabel={t('commentSend')}>
      <TextAreaField {...form.at('text')} label={t('commentField')} />
    </FormShell>
  )
}
