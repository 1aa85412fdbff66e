import { Radio } from '@mantine/core'
import type { ReactNode } from 'react'

type FilterRadioProps = { name: string; label: ReactNode; isChosen: boolean; onChoose: () => void }

/** One option of a filter with a single choice. */
export function FilterRadio({ name, label, isChosen, onChoose }: FilterRadioProps) {
  return <Radio name={name} label={label} checked={isChosen} onChange={onChoose} />
}
