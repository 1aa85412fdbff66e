import type { Multimedia } from '@artel/contract/multimedia/multimedia'
import type { MediaPath } from '@artel/contract/multimedia/multimedia.kinds'
import { Input } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { type FieldProps, useFieldFrame } from '../fields/field-frame.tsx'
import { MediaEditor } from './media-editor.tsx'

type MediaFieldProps = FieldProps<readonly number[]> & {
  path: MediaPath
  /** Media that the item had when the form was opened, and media that other parts of the form added since. */
  known?: readonly Multimedia[]
  /** Called for media that were added or renamed here, if the form shows them elsewhere too. */
  onKeep?: (media: Multimedia) => void
}

/** The media of an item by their ids, in their order. */
export function MediaField({ path, known = [], onKeep, value, onChange, ...props }: MediaFieldProps) {
  const t = useTranslations('forms')
  const { label, description, error, inputWrapperOrder } = useFieldFrame<readonly number[]>(props, (ids) =>
    t('files', { count: ids.length }),
  )
  // Media that were added or renamed here.
  const [own, setOwn] = useState<ReadonlyMap<number, Multimedia>>(new Map())
  const keep = (one: Multimedia) => {
    setOwn((before) => new Map(before).set(one.id, one))
    onKeep?.(one)
  }
  const all = new Map([...known.map((one) => [one.id, one] as const), ...own])
  // Two files may arrive before the form renders again.
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  })
  const media = value.flatMap((id) => all.get(id) ?? [])
  return (
    <Input.Wrapper
      label={label}
      description={description}
      error={error}
      inputWrapperOrder={inputWrapperOrder}
      labelElement="div"
    >
      <MediaEditor
        media={media}
        path={path}
        onAdd={(one) => {
          keep(one)
          latest.current = [...latest.current, one.id]
          onChange(latest.current)
        }}
        onChange={keep}
        onRemove={({ id }) => onChange(value.filter((held) => held !== id))}
        onMove={(from, to) => onChange(moved(value, from, to))}
      />
    </Input.Wrapper>
  )
}

function moved(ids: readonly number[], from: number, to: number): number[] {
  const left = ids.filter((_, index) => index !== from)
  return [...left.slice(0, to), ...ids.slice(from, from + 1), ...left.slice(to)]
}
