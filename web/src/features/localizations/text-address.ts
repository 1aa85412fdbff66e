import { useNavigate, useParams } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { useAddress, useChangeAddress } from '../../api/list/address.ts'
import { type LooseListState, listStateOf, searchOf } from '../../api/list/list-search.ts'
import type { InputOf } from '../../api/send/calls.ts'

/** The route of the text editor, with or without the id of an open text. */
export const editorPath = '/localizations-9f3c7a/{-$id}'

export const textViews = ['all', 'missing', 'drafts', 'orphaned', 'custom'] as const
export type TextView = (typeof textViews)[number]

const conditions: Record<TextView, object> = {
  all: {},
  missing: { missing: true },
  drafts: { is_draft: true },
  orphaned: { is_orphaned: true },
  custom: { is_custom: true },
}

/** `section`: the prefix of the keys; null: any. */
type State = { page: number; search: string; view: TextView; section: string | null }

const limit = 25
// Texts that lack a language come first, then all in the order of the code.
const defaults = { limit, sort_by: 'languages', direction: 'asc', filterNames: ['view', 'section'] } as const

/** The state of the list, kept in the address. Any change other than the page returns to page 1. */
export function useTextList() {
  const address = useAddress()
  const changeAddress = useChangeAddress()
  const loose = useMemo(() => listStateOf(address, defaults), [address])
  const state = useMemo(() => stateOf(loose), [loose])
  const change = useCallback(
    (patch: Partial<State>) => {
      const next = { ...state, page: 1, ...patch }
      changeAddress((present) => searchOf(present, looseOf(loose, next), defaults), {
        replaces: patch.search !== undefined && patch.view === undefined,
      })
    },
    [state, loose, changeAddress],
  )
  return { state, change, input: inputOf(state) }
}

function stateOf({ page, search, filters }: LooseListState): State {
  const { view, section }: { view?: unknown; section?: unknown } = filters
  return {
    page,
    search,
    view: textViews.find((one) => one === view) ?? 'all',
    section: typeof section === 'string' && section !== '' ? section : null,
  }
}

const looseOf = (loose: LooseListState, { page, search, view, section }: State): LooseListState => ({
  ...loose,
  page,
  search,
  filters: { ...(view !== 'all' && { view }), ...(section !== null && { section }) },
})

const inputOf = ({ page, search, view, section }: State): InputOf<'localizations.list'> => ({
  query: {
    page,
    limit,
    sort_by: 'languages',
    direction: 'asc',
    ...conditions[view],
    ...(search !== '' && { search }),
    ...(section !== null && { namespace: section }),
  },
})

/** The text whose id is in the address, and a function that opens another; null closes it. */
export function useOpenText() {
  const { id } = useParams({ strict: false })
  const navigate = useNavigate()
  const number = Number(id)
  const open = useCallback(
    (next: number | null) =>
      void navigate({
        to: editorPath,
        params: { id: next === null ? undefined : String(next) },
        search: true,
        resetScroll: false,
      }),
    [navigate],
  )
  return { openId: id === undefined ? null : Number.isSafeInteger(number) && number > 0 ? number : 0, open }
}
