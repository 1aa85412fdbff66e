import { inOtherLayout, searchForm } from '@artel/contract/keyboard'
import type { ReactNode } from 'react'

/** One line of the palette: somewhere to go or something to do. */
export type PaletteItem = {
  key: string
  title: string
  subtitle: string
  picture: ReactNode
  run: () => void
}

export type PaletteGroup = { key: string; title: string; items: PaletteItem[] }

/** Whether every word of `query` stands in `title`, as the server's search has it, in either layout. */
export function fits(title: string, query: string): boolean {
  const form = searchForm(title)
  const hasAll = (text: string) =>
    searchForm(text)
      .split(/\s+/)
      .every((word) => form.includes(word))
  return hasAll(query) || hasAll(inOtherLayout(query))
}

/** What of a title is to be highlighted: the words as they were typed, or as they were meant. */
export function wordsToMark(title: string, query: string): string[] {
  const words = (text: string) => text.split(/\s+/).filter(Boolean)
  const form = searchForm(title)
  const standing = words(query).filter((word) => form.includes(searchForm(word)))
  return standing.length > 0 ? standing : words(inOtherLayout(query))
}
