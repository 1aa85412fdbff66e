import { MultiSelect } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useMediaAddress } from '../api/media.ts'
import { PersonName } from '../ui/avatar.tsx'
import type { Person } from './choice-fields.tsx'
import { type FieldProps, useFieldFrame } from './field-frame.tsx'
import classes from './people-field.module.css'

type PeopleFieldProps = FieldProps<number[]> & {
  /** Those whom the server found for what is typed. */
  people: readonly Person[]
  onSearch: (text: string) => void
  max?: number
}

/** Several people by name, with their faces. */
export function PeopleField({ people, onSearch, max, value, onChange, ...props }: PeopleFieldProps) {
  const t = useTranslations('forms')
  const address = useMediaAddress()
  const frame = useFieldFrame(props)
  // Whoever was chosen keeps their name while others are looked for.
  const [seen] = useState(() => new Map<number, Person>())
  for (const person of people) seen.set(person.id, person)
  const found = new Set(people.map(({ id }) => String(id)))
  return (
    <MultiSelect
      {...frame}
      className={classes.people ?? ''}
      data={[...seen.values()].map(({ id, full_name }) => ({ value: String(id), label: full_name }))}
      value={value.map(String)}
      onChange={(ids) => onChange(ids.map(Number))}
      searchable
      onSearchChange={onSearch}
      filter={({ options }) => options.filter((option) => 'value' in option && found.has(option.value))}
      hidePickedOptions
      {...(max !== undefined && { maxValues: max })}
      placeholder={value.length === 0 ? t('peoplePlaceholder') : ''}
      clearable
      clearButtonProps={{ 'aria-label': t('clear') }}
      nothingFoundMessage={t('nothingFound')}
      renderOption={({ option }) => {
        const person = seen.get(Number(option.value))
        return person ? (
          <PersonName id={person.id} name={person.full_name} src={address(person.avatar)} size={22} />
        ) : (
          option.label
        )
      }}
    />
  )
}
