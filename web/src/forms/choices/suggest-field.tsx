import { Autocomplete } from '@mantine/core'
import { type FieldProps, useFieldFrame } from '../fields/field-frame.tsx'

type SuggestFieldProps = FieldProps<string> & { suggestions: readonly string[] }

/** A line of text that suggests earlier entries. Any other text is accepted too. */
export function SuggestField({ suggestions, maxLength, ...props }: SuggestFieldProps) {
  const frame = useFieldFrame(props)
  return (
    <Autocomplete
      {...frame}
      size="sm"
      autoComplete="off"
      maxLength={maxLength}
      data={[...suggestions]}
      comboboxProps={{ shadow: 'md', radius: 'md' }}
      maxDropdownHeight={280}
      value={props.value}
      onChange={props.onChange}
    />
  )
}
