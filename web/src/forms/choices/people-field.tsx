import { MultiSelect } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useMediaAddress } from '../../api/send/media.ts'
import { PersonName } from '../../ui/marks/avatar.tsx'
import { type FieldProps, useFieldFrame } from '../fields/field-frame.tsx'
import classes from './people-field.module.css'

type Person = { id: number; full_name: string; avatar: string | null }

type PeopleFieldProps = FieldProps<number[]> & {
  /** People found by the server for the typed text, and everyone who is chosen. */
  people: readonly Person[]
  onSearch: (text: string) => void
  placeholder?: string
  most?: number
}

/** A choice of several people by name, with photos. The server searches. */
export function PeopleField({
  people,
  onSearch,
  placeholder,
  most,
  value,
  onChange,
  ...props
}: PeopleFieldProps) {
  const t = useTranslations('forms')
  const address = useMediaAddress()
  const frame = useFieldFrame(props, (ids) => String(ids.length))
  const byId = new Map(people.map((person) => [String(person.id), person]))
  return (
    <MultiSelect
      {...frame}
      className={classes.people ?? ''}
      data={people.map(({ id, full_name }) => ({ value: String(id), label: full_name }))}
      value={value.map(String)}
      onChange={(ids) => onChange(ids.map(Number))}
      searchable
      // A validation error moves the focus here, and an open list would cover its text.
      openOnFocus={false}
      onSearchChange={onSearch}
      filter={({ options }) => options}
      hidePickedOptions
      {...(most !== undefined && { maxValues: most })}
      {...(value.length === 0 && placeholder !== undefined && { placeholder })}
      clearable
      clearButtonProps={{ 'aria-label': t('clear') }}
      nothingFoundMessage={t('nothingFound')}
      renderOption={({ option }) => {
        const person = byId.get(option.value)
        return person ? (
          <PersonName id={person.id} name={person.full_name} src={address(person.avatar)} size={22} />
        ) : (
          option.label
        )
      }}
    />
  )
}
