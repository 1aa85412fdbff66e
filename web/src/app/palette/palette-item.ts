import { inOtherLayout, searchForm } from '@artel/contract/shapes/keyboard'
import type { ReactNode } from 'react'

/** One line of the palette: a page to open or a command to run. */
export type PaletteItem = {
  key: string
  title: string
  subtitle: string
  picture: ReactNode
  /** Something to do with the item above it. */
  isAction?: boolean
  run: () => void
}

export type PaletteGroup = { key: string; title: string; items: PaletteItem[] }

/** Whether `title` contains all words of `query` in either keyboard layout, compared as by the server. */
export function fits(title: string, query: string): boolean {
  const form = searchForm(title)
  const hasAll = (text: string) =>
    searchForm(text)
      .split(/\s+/)
      .every((word) => form.includes(word))
  return hasAll(query) || hasAll(inOtherLayout(query))
}

/** Fewer letters begin too many words. */
const leastLetters = 3

/** Whether each word of `query` begins one of `words`, in either keyboard layout. */
export function means(words: string, query: string): boolean {
  const known = searchForm(words).split(/\s+/)
  const areKnown = (text: string) =>
    searchForm(text)
      .split(/\s+/)
      .every((part) => part.length >= leastLetters && known.some((word) => word.startsWith(part)))
  return areKnown(query) || areKnown(inOtherLayout(query))
}

/** Words of a title to highlight: as they were typed, or in the other keyboard layout. */
export function wordsToMark(title: string, query: string): string[] {
  const words = (text: string) => text.split(/\s+/).filter(Boolean)
  const form = searchForm(title)
  const standing = words(query).filter((word) => form.includes(searchForm(word)))
  return standing.length > 0 ? standing : words(inOtherLayout(query))
}
