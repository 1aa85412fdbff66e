import type { ListedInstruction } from '@artel/contract/instructions/instructions'
import { IconBook2, IconCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useMediaAddress } from '../../../api/send/media.ts'
import { useUser } from '../../../api/session/session.ts'
import { Ruler } from '../../../ui/figures/ruler.tsx'
import { Tag } from '../../../ui/marks/tag.tsx'
import { usePicture } from '../../../ui/media/use-picture.ts'
import { PlaceHandle } from '../../../ui/places/place-handle.tsx'
import { InstructionMenu } from '../instruction-menu.tsx'
import classes from './instruction-list.module.css'
import type { InstructionOrder } from './use-instruction-order.ts'

type InstructionRowProps = {
  instruction: ListedInstruction
  order: InstructionOrder | null
  beside: { before: number | undefined; behind: number | undefined }
}

/** An instruction in the catalogue. The whole row opens it. */
export function InstructionRow({ instruction, order, beside }: InstructionRowProps) {
  const { id, title, category, position, excerpt, photo, can } = instruction
  const move = (to: number) => order?.move(instruction, to) ?? Promise.resolve()
  return (
    <>
      {order?.isSorted && (
        <PlaceHandle thing={{ id, position, name: title }} group={category} beside={beside} onMove={move} />
      )}
      <Picture file={photo} />
      <div className={classes.said}>
        <h3 className={classes.title}>
          <Link to="/instructions/item/$id" params={{ id: String(id) }}>
            {title}
          </Link>
        </h3>
        {excerpt !== '' && (
          <p className={classes.excerpt} title={excerpt}>
            {excerpt}
          </p>
        )}
        <Standing instruction={instruction} />
      </div>
      {can.edit && (
        <InstructionMenu
          instruction={instruction}
          beside={order?.isSorted ? beside : { before: undefined, behind: undefined }}
          onMove={(to) => void move(to)}
        />
      )}
    </>
  )
}

function Picture({ file }: { file: string | null }) {
  const address = useMediaAddress()
  const picture = usePicture(address(file, 'small'))
  return (
    <span className={classes.picture}>
      {picture ? (
        <img {...picture} alt="" loading="lazy" decoding="async" draggable={false} />
      ) : (
        <IconBook2 size={28} stroke={1.3} aria-hidden="true" />
      )}
    </span>
  )
}

/** For staff whether they have to read it, for admins how many people have read it. */
function Standing({ instruction }: { instruction: ListedInstruction }) {
  const t = useTranslations('instructions')
  const { type } = useUser()
  const { requires_ack, is_published, is_read, readers, can } = instruction
  if (type === 'staff') {
    if (can.read) return <Tag tone="accent">{t('toRead')}</Tag>
    if (!requires_ack || !is_read) return null
    return (
      <span className={classes.isRead}>
        <IconCheck size={14} stroke={2} aria-hidden="true" />
        {t('isRead')}
      </span>
    )
  }
  return (
    <div className={classes.standing}>
      {!is_published && <Tag>{t('draft')}</Tag>}
      {is_published && requires_ack && readers && (
        <span className={classes.readers}>
          <span className={classes.ruler}>
            <Ruler value={readers.of === 0 ? 0 : readers.read / readers.of} tone="ok" />
          </span>
          {t('readBy', readers)}
        </span>
      )}
    </div>
  )
}
