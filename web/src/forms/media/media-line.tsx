import type { Multimedia } from '@artel/contract/multimedia/multimedia'
import type { MediaPath } from '@artel/contract/multimedia/multimedia.kinds'
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAction } from '../../api/cache/query.ts'
import { ApiFailure, fieldErrorsOf } from '../../api/send/failure.ts'
import classes from './media-editor.module.css'

/** What the line asks for: the address of a new link, or a new name of an item. */
export type MediaLineKind = 'link' | { rename: Multimedia }

type MediaLineProps = {
  kind: MediaLineKind
  path: MediaPath
  onAdd?: (media: Multimedia) => unknown
  onChange: (media: Multimedia) => unknown
  close: () => void
}

/** A line instead of a dialog, because it is also used in dialogs, and forms must not contain forms. */
export function MediaLine({ kind, path, onAdd, onChange, close }: MediaLineProps) {
  const t = useTranslations('media')
  const isLink = kind === 'link'
  const [value, setValue] = useState(isLink ? '' : kind.rename.name)
  const create = useAction('multimedia.create')
  const update = useAction('multimedia.update')
  const { isPending, error } = isLink ? create : update
  const [wrong] = Object.values(fieldErrorsOf(error)).flat()
  const send = async () => {
    try {
      if (isLink) {
        // Only collections that take more than photos take links. The server checks this.
        const body = { type: 'link', path: path as 'tasks', url: value } as const
        await onAdd?.((await create.mutateAsync({ body })).multimedia)
      } else {
        const answer = await update.mutateAsync({ params: { id: kind.rename.id }, body: { name: value } })
        await onChange(answer.multimedia)
      }
      close()
    } catch {
      // The line shows the error and stays open for another attempt.
    }
  }
  return (
    <div className={classes.line}>
      <TextInput
        className={classes.lineField ?? ''}
        label={t(isLink ? 'linkLabel' : 'renameLabel')}
        type={isLink ? 'url' : 'text'}
        maxLength={isLink ? 2000 : 200}
        autoFocus
        value={value}
        error={wrong ?? (error && (error instanceof ApiFailure ? error.message : t('uploadFailed')))}
        onChange={(event) => setValue(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          void send()
        }}
      />
      <Button variant="default" loading={isPending} onClick={() => void send()}>
        {t(isLink ? 'linkAdd' : 'save')}
      </Button>
      <Button variant="subtle" color="gray" onClick={close}>
        {t('discard')}
      </Button>
    </div>
  )
}
