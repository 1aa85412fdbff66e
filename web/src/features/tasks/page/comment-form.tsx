import { maxCommentMedia, photoFormats } from '@artel/contract/multimedia/multimedia.kinds'
import { isolated } from '@artel/contract/shapes/isolate'
import type { TaskDetail } from '@artel/contract/tasks/tasks'
import { Input } from '@mantine/core'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiFailure } from '../../../api/send/failure.ts'
import { addStep, addStepWithPhotos } from '../../../api/steps/steps.ts'
import { PhotosRefusedError } from '../../../api/steps/waiting-photos.ts'
import { type FieldProps, useFieldFrame } from '../../../forms/fields/field-frame.tsx'
import { TextAreaField } from '../../../forms/fields/text-fields.tsx'
import { FormShell } from '../../../forms/form/form-shell.tsx'
import { useFormState } from '../../../forms/form/use-form-state.ts'
import { MediaAdders } from '../../../forms/media/media-adders.tsx'
import { usePhotoRefusal } from '../../../forms/media/use-uploads.ts'
import { talkOf } from '../step-facts.ts'
import { ChosenPhotos } from './photo-tiles.tsx'
import classes from './task-talk.module.css'

type CommentFormProps = { task: TaskDetail; onSent: () => void }

/** A new comment with its photos. Both wait on this device if there is no connection. */
export function CommentForm({ task, onSent }: CommentFormProps) {
  const t = useTranslations('tasks')
  const { id, title } = task
  const form = useFormState({
    call: 'tasks.comment',
    draft: { item: id },
    initial: { text: '', photos: [] as readonly File[] },
    send: async ({ text, photos }) => {
      const step = {
        call: 'tasks.comment',
        params: { id },
        body: { text },
        subject: talkOf(id),
        title,
        seen: null,
      } as const
      try {
        await (photos.length > 0 ? addStepWithPhotos(step, photos) : addStep(step))
      } catch (failure) {
        if (!(failure instanceof PhotosRefusedError)) throw failure
        throw new ApiFailure({ errors: { photos: [t(`photos_${failure.reason}`)] } }, 422)
      }
      onSent()
    },
  })
  return (
    <FormShell form={form} layout="inline" submitLabel={t('commentSend')}>
      <TextAreaField {...form.at('text')} label={t('commentField')} />
      <PhotosField {...form.at('photos')} label={t('commentPhotos')} />
    </FormShell>
  )
}

const photoTypes = Object.values(photoFormats).join(',')

function PhotosField({ value, onChange, ...props }: FieldProps<readonly File[]>) {
  const t = useTranslations('media')
  const refusalOf = usePhotoRefusal()
  const picker = useRef<HTMLInputElement>(null)
  const [wrong, setWrong] = useState('')
  const { error, inputWrapperOrder } = useFieldFrame(props)
  const add = (files: readonly File[]) => {
    const refused = files.find((file) => refusalOf(file) !== '')
    const fitting = files.filter((file) => refusalOf(file) === '')
    const room = maxCommentMedia - value.length
    const reason = refused ? `${isolated(refused.name)}: ${refusalOf(refused)}` : ''
    setWrong(fitting.length > room ? t('tooMany', { maximum: maxCommentMedia }) : reason)
    onChange([...value, ...fitting.slice(0, room)])
  }
  const remove = (file: File) => {
    setWrong('')
    onChange(value.filter((one) => one !== file))
  }
  return (
    <Input.Wrapper error={wrong === '' ? error : wrong} inputWrapperOrder={inputWrapperOrder}>
      <div className={classes.chosen}>
        <ChosenPhotos files={value} onRemove={remove} />
        <MediaAdders
          onPick={() => picker.current?.click()}
          onFiles={add}
          hasRoom={value.length < maxCommentMedia}
        />
      </div>
      <input
        ref={picker}
        hidden
        type="file"
        multiple
        accept={photoTypes}
        tabIndex={-1}
        aria-label={t('addPhotos')}
        onChange={({ currentTarget }) => {
          add([...(currentTarget.files ?? [])])
          // Allows the same photo to be chosen again.
          currentTarget.value = ''
        }}
      />
    </Input.Wrapper>
  )
}
