import type { TaskDetail } from '@artel/contract/tasks/tasks'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useWaitingSteps } from '../../../api/steps/shown-steps.ts'
import { DateText } from '../../../ui/dates/date-text.tsx'
import { PersonLink } from '../../users/users.tsx'
import { waitingComments } from '../waiting-tasks.ts'
import { CommentForm } from './comment-form.tsx'
import { CommentMedia } from './photo-tiles.tsx'
import classes from './task-talk.module.css'
import { WaitingComment } from './waiting-comment.tsx'

/** The comments of the assignee and admins on a task, oldest first, then those that wait on this device. */
export function TaskComments({ task }: { task: TaskDetail }) {
  const t = useTranslations('tasks')
  const [sent, setSent] = useState(0)
  const steps = useWaitingSteps()
  const waiting = waitingComments(task, steps)
  const firstRefused = waiting.findIndex(({ refusal }) => refusal)
  return (
    <section>
      <h2 className={classes.heading}>{t('comments')}</h2>
      {task.comments.length + waiting.length === 0 && <p className={classes.empty}>{t('commentsEmpty')}</p>}
      <ul className={classes.list} aria-label={t('comments')}>
        {task.comments.map(({ id, user, text, multimedia, created_at }) => (
          <li key={id} className={classes.comment}>
            <span className={classes.who}>
              <PersonLink person={user} size={28} />
              <DateText value={created_at} withTime tone="quiet" />
            </span>
            <p className={classes.text}>{text}</p>
            {multimedia.length > 0 && (
              <div className={classes.beside}>
                <CommentMedia media={multimedia} />
              </div>
            )}
          </li>
        ))}
        {waiting.map((step, index) => (
          <WaitingComment
            key={step.id}
            step={step}
            isLost={steps.isLost}
            isBlocked={firstRefused >= 0 && index > firstRefused}
          />
        ))}
      </ul>
      {/* A new key after each sent text empties the field, and nobody else's comment does. */}
      {task.can.comment && <CommentForm key={sent} task={task} onSent={() => setSent(sent + 1)} />}
    </section>
  )
}
