import { useState } from 'react'
import { noneSelected, type Selected } from './row-selection.ts'

/** The selection of a list. It is cleared when `scope` changes, because another filter finds other rows. */
export function useRowSelection(scope: string) {
  const [state, setState] = useState({ scope, selected: noneSelected })
  const selected = state.scope === scope ? state.selected : noneSelected
  return { selected, onChange: (next: Selected) => setState({ scope, selected: next }) }
}
