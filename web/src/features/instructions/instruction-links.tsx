import type { InstructionBrief } from '@artel/contract/instructions/instructions.brief'
import { UnstyledButton } from '@mantine/core'
import { IconBook2, IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useUser } from '../../api/session/session.ts'
import { Tag } from '../../ui/marks/tag.tsx'
import classes from './instruction-links.module.css'

type InstructionLinksProps = {
  instructions: readonly InstructionBrief[]
  /** The task whose page shows the links. The reading page then links back to it. */
  taskId?: number
  /** Opens an instruction over the page instead of leaving the page. */
  onOpen?: (instruction: InstructionBrief) => void
}

/** The instructions for the subject of the page, each linked to its text. */
export function InstructionLinks({ instructions, taskId, onOpen }: InstructionLinksProps) {
  const t = useTranslations('instructions')
  return (
    <section aria-label={t('title')}>
      <h2 className={classes.heading}>{t('title')}</h2>
      <ul className={classes.links}>
        {instructions.map((instruction) => (
          <li key={instruction.id}>
            {onOpen ? (
              <UnstyledButton className={classes.link ?? ''} onClick={() => onOpen(instruction)}>
                <Line instruction={instruction} />
              </UnstyledButton>
            ) : (
              <Link
                to="/instructions/item/$id"
                params={{ id: String(instruction.id) }}
                search={taskId === undefined ? {} : { task: taskId }}
                className={classes.link}
              >
                <Line instruction={instruction} />
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Line({ instruction: { title, requires_ack, is_read } }: { instruction: InstructionBrief }) {
  const t = useTranslations('instructions')
  const { type } = useUser()
  const isWaiting = requires_ack && !is_read && type === 'staff'
  return (
    <>
      <IconBook2 className={classes.icon} size={18} stroke={1.6} aria-hidden="true" />
      <span className={classes.title}>{title}</span>
      {isWaiting && <Tag tone="accent">{t('toRead')}</Tag>}
      <IconChevronRight className={classes.icon} size={16} stroke={1.8} aria-hidden="true" />
    </>
  )
}
