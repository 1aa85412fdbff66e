import { VisuallyHidden } from '@mantine/core'
import clsx from 'clsx'
import { useTranslations } from 'use-intl'
import { usePicture } from '../media/use-picture.ts'
import classes from './avatar.module.css'

const tints = ['c1', 'c2', 'c3', 'c4', 'c5', 'c6'] as const

type AvatarProps = {
  id: number
  name: string
  /** Address of the photo. If absent, and until it arrives after a failure, the initials are drawn. */
  src?: string | null
  /** Size in pixels: 24 in rows, 28 in the frame, 36 and more on cards. */
  size?: number
  isOnShift?: boolean
  isArchived?: boolean
}

function initialsOf(name: string): string {
  const [first = '', second = ''] = name.trim().split(/\s+/)
  return (first.charAt(0) + second.charAt(0)).toLocaleUpperCase()
}

/**
 * The round photo of a person. Hidden from screen readers except for the shift, because the name is beside
 * it.
 */
export function Avatar({ id, name, src, size = 24, isOnShift = false, isArchived = false }: AvatarProps) {
  const t = useTranslations('ui')
  const picture = usePicture(src ?? null)
  const tint = tints[id % tints.length]
  return (
    <span
      className={clsx(classes.avatar, tint !== undefined && classes[tint], isArchived && classes.archived)}
      style={{ '--avatar-size': `${size}px` }}
    >
      {picture ? (
        <img {...picture} className={classes.photo} alt="" loading="lazy" width={size} height={size} />
      ) : (
        <span className={classes.initials} aria-hidden="true">
          {initialsOf(name)}
        </span>
      )}
      {isArchived && <VisuallyHidden>{t('archived')}</VisuallyHidden>}
      {isOnShift && <span className={classes.shift} role="img" aria-label={t('onShift')} />}
    </span>
  )
}

/** Avatar and name, in one line with an ellipsis. */
export function PersonName(props: AvatarProps) {
  return (
    <span className={classes.person} title={props.name}>
      <Avatar {...props} />
      <span className={classes.name}>{props.name}</span>
    </span>
  )
}
