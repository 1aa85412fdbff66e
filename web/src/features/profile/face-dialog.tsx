import 'react-easy-crop/react-easy-crop.css'
import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import Cropper, { type Area } from 'react-easy-crop'
import { useTranslations } from 'use-intl'
import { useAction } from '../../api/cache/query.ts'
import { fieldErrorsOf } from '../../api/send/failure.ts'
import { replaceUser } from '../../api/session/session.ts'
import { DialogButtons, DialogText } from '../../ui/dialog/dialog-parts.tsx'
import { notify } from '../../ui/notices/notify.ts'
import { cutSquare } from './cut-square.ts'
import classes from './profile.module.css'

const maxZoom = 4

/** Crops a photo to the profile photo. It can be dragged and zoomed by hand or by keys. */
export function FaceDialog({ file, close }: { file: File; close: () => void }) {
  const t = useTranslations('profile')
  const fields = useTranslations('fields')
  const address = useObjectAddress(file)
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [area, setArea] = useState<Area | null>(null)
  const [isBroken, setIsBroken] = useState(false)
  const { save, isSaving } = useFaceSaving(close)
  if (isBroken) return <Broken text={fields('broken_photo')} close={close} />
  return (
    <>
      <div className={classes.cropper}>
        {address && (
          <Cropper
            image={address}
            crop={crop}
            zoom={zoom}
            maxZoom={maxZoom}
            aspect={1}
            cropShape="round"
            showGrid={false}
            keyboardStep={8}
            disableAutomaticStylesInjection
            objectFit="cover"
            cropperProps={{ role: 'group', 'aria-label': t('cropper') }}
            mediaProps={{ alt: '', onError: () => setIsBroken(true) }}
            onCropChange={setCrop}
            onZoomChange={setZoom}
            onCropComplete={(_, pixels) => setArea(pixels)}
          />
        )}
      </div>
      <label className={classes.zoom}>
        {t('zoom')}
        <input
          type="range"
          min={1}
          max={maxZoom}
          step={0.05}
          value={zoom}
          onChange={(event) => setZoom(Number(event.currentTarget.value))}
        />
      </label>
      <DialogButtons>
        <Button variant="subtle" color="gray" onClick={close}>
          {t('cancel')}
        </Button>
        <Button loading={isSaving} disabled={!area} onClick={() => area && address && save(address, area)}>
          {t('saveFace')}
        </Button>
      </DialogButtons>
    </>
  )
}

function Broken({ text, close }: { text: string; close: () => void }) {
  const t = useTranslations('profile')
  return (
    <>
      <DialogText>{text}</DialogText>
      <DialogButtons>
        <Button onClick={close}>{t('cancel')}</Button>
      </DialogButtons>
    </>
  )
}

function useFaceSaving(close: () => void) {
  const t = useTranslations('profile')
  const { mutateAsync, isPending } = useAction('profile.update', {
    onSuccess: ({ user }) => replaceUser(user),
  })
  const save = async (address: string, area: Area) => {
    try {
      await mutateAsync({ body: { avatar: await cutSquare(address, area) } })
      close()
    } catch (failure) {
      notify({ text: fieldErrorsOf(failure).avatar?.[0] ?? t('faceNotSaved'), tone: 'bad' })
    }
  }
  return { save: (address: string, area: Area) => void save(address, area), isSaving: isPending }
}

/** An object URL of a file, revoked when it is no longer shown. */
function useObjectAddress(file: File): string | null {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return address
}
