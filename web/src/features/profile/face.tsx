import { photoFormats } from '@artel/contract/multimedia/multimedia.kinds'
import { Button } from '@mantine/core'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useAction } from '../../api/cache/query.ts'
import { useMediaAddress } from '../../api/send/media.ts'
import { replaceUser, useUser } from '../../api/session/session.ts'
import { openDialog } from '../../ui/dialog/open-dialog.tsx'
import { Avatar } from '../../ui/marks/avatar.tsx'
import { notify } from '../../ui/notices/notify.ts'
import { lazyPart } from '../../ui/states/lazy-part.ts'
import { SkeletonRows } from '../../ui/states/skeleton.tsx'
import classes from './profile.module.css'

// Lazy, because it is seldom opened and larger than the page.
const FaceDialog = lazyPart(async () => (await import('./face-dialog.tsx')).FaceDialog)

const waiting = <SkeletonRows rows={4} height={72} cells={[{ kind: 'text' }]} />

/** The profile photo, with buttons to change or remove it. */
export function Face() {
  const t = useTranslations('profile')
  const addressOf = useMediaAddress()
  const { id, full_name, avatar } = useUser()
  const picker = useRef<HTMLInputElement>(null)
  const remove = useAction('profile.update', {
    onSuccess: ({ user }) => replaceUser(user),
    onFailure: () => notify({ text: t('faceNotSaved'), tone: 'bad' }),
  })
  const open = (file: File) =>
    openDialog(t('faceTitle'), (close) => <FaceDialog file={file} close={close} />, { isForm: true, waiting })
  return (
    <div className={classes.face}>
      <Avatar id={id} name={full_name} src={addressOf(avatar, 'small')} size={96} />
      <div className={classes.ways}>
        <Button variant="default" onClick={() => picker.current?.click()}>
          {t(avatar === null ? 'addFace' : 'changeFace')}
        </Button>
        {avatar !== null && (
          <Button
            variant="subtle"
            color="gray"
            loading={remove.isPending}
            onClick={() => remove.mutate({ body: { avatar: null } })}
          >
            {t('removeFace')}
          </Button>
        )}
      </div>
      <input
        ref={picker}
        className={classes.picker}
        type="file"
        accept={Object.values(photoFormats).join(',')}
        tabIndex={-1}
        aria-label={t('addFace')}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) open(file)
          // Reset, so that the same photo can be chosen again.
          currentTarget.value = ''
        }}
      />
    </div>
  )
}
