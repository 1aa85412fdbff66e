import { NativeSelect, Select, Switch } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useTranslations } from 'use-intl'
import { useMediaAddress } from '../../api/send/media.ts'
import { Avatar, PersonName } from '../../ui/marks/avatar.tsx'
import { type FieldProps, useFieldFrame } from '../fields/field-frame.tsx'
import { blank, useFieldWords } from '../form/form-words.ts'

type SelectFieldProps<Value extends string | number> = FieldProps<Value | null> & {
  options: readonly { value: Value; label: string }[]
  /** Label for no choice. If present, the field may be emptied. */
  none?: string
}

/** A list of a few values. A phone shows the list of its system. */
export function SelectField<Value extends string | number>(props: SelectFieldProps<Value>) {
  const { options, none, value, onChange } = props
  const t = useTranslations('forms')
  const isPhone = useMediaQuery('(max-width: 700px)', undefined, { getInitialValueInEffect: false })
  const labelOf = (chosen: Value) => options.find((option) => option.value === chosen)?.label
  const frame = useFieldFrame(markedUnlessNone(props), (chosen) => labelOf(chosen) ?? none ?? blank)
  const data = options.map((option) => ({ value: String(option.value), label: option.label }))
  const choose = (chosen: string | null) =>
    onChange(options.find((option) => String(option.value) === chosen)?.value ?? null)
  if (isPhone) {
    const first = value === null || none !== undefined ? [{ value: '', label: none ?? '' }] : []
    return (
      <NativeSelect
        {...frame}
        data={[...first, ...data]}
        value={value === null ? '' : String(value)}
        onChange={(event) => choose(event.currentTarget.value)}
      />
    )
  }
  return (
    <Select
      {...frame}
      data={data}
      value={value === null ? null : String(value)}
      onChange={choose}
      placeholder={none}
      clearable={none !== undefined}
      clearButtonProps={{ 'aria-label': t('clear') }}
      allowDeselect={false}
      searchable={options.length > 10}
    />
  )
}

/** A field that offers «no choice» in its list needs no mark that it is optional. */
const markedUnlessNone = <Props extends { none?: string; optional?: boolean }>(props: Props): Props =>
  props.none === undefined ? props : { ...props, optional: false }

type Person = { id: number; full_name: string; avatar: string | null }

type PersonFieldProps = FieldProps<number | null> & {
  /** People found by the server for the typed text, and the chosen person. */
  people: readonly Person[]
  onSearch: (text: string) => void
  /** Label for no person: «В общем пуле». If present, the field may be emptied. */
  none?: string
}

/**
 * A choice of one person by name, with photos. The server searches, because a company may have too many
 * people for one list.
 */
export function PersonField({ people, onSearch, value, onChange, ...props }: PersonFieldProps) {
  const { none } = props
  const t = useTranslations('forms')
  const address = useMediaAddress()
  const find = (id: string) => people.find((person) => String(person.id) === id)
  const frame = useFieldFrame(markedUnlessNone(props), (id) => find(String(id))?.full_name ?? `№ ${id}`)
  const chosen = value === null ? undefined : find(String(value))
  return (
    <Select
      {...frame}
      data={people.map((person) => ({ value: String(person.id), label: person.full_name }))}
      value={value === null ? null : String(value)}
      onChange={(id) => onChange(id === null ? null : Number(id))}
      searchable
      // A chosen name stands in the field. A search for it would find nobody else to choose.
      onSearchChange={(text) => onSearch(text === chosen?.full_name ? '' : text)}
      filter={({ options }) => options}
      placeholder={none}
      clearable={none !== undefined}
      clearButtonProps={{ 'aria-label': t('clear') }}
      allowDeselect={false}
      nothingFoundMessage={t('nothingFound')}
      leftSection={
        chosen && <Avatar id={chosen.id} name={chosen.full_name} src={address(chosen.avatar)} size={22} />
      }
      renderOption={({ option }) => {
        const person = find(option.value)
        return person ? (
          <PersonName id={person.id} name={person.full_name} src={address(person.avatar)} size={22} />
        ) : (
          option.label
        )
      }}
    />
  )
}

export function SwitchField(props: FieldProps<boolean>) {
  const { name, label, hint, value, onChange, error, disabled } = props
  const t = useTranslations('forms')
  useFieldWords(name, label, props.show ?? ((isOn: boolean) => t(isOn ? 'yes' : 'no')))
  return (
    <Switch
      name={name}
      label={label}
      description={hint}
      error={error}
      disabled={disabled ?? false}
      checked={value}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}
