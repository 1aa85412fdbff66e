import type { ManagedUser } from '@artel/contract/users/users'
import { useTranslations } from 'use-intl'
import { Tag } from '../../../ui/marks/tag.tsx'

type UserTagsProps = { user: Pick<ManagedUser, 'type' | 'status' | 'is_invited'>; withType?: boolean }

/** Tags for what is unusual about a person. An active person needs no tag. */
export function UserTags({ user, withType = false }: UserTagsProps) {
  const t = useTranslations('users')
  return (
    <>
      {withType && user.type !== 'staff' && <Tag tone="info">{t(`type_${user.type}`)}</Tag>}
      {user.status === 'archived' ? (
        <Tag>{t('tagArchived')}</Tag>
      ) : (
        user.is_invited && <Tag tone="warn">{t('tagInvited')}</Tag>
      )}
    </>
  )
}
