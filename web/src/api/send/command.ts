import type { TablerIcon } from '@tabler/icons-react'

/**
 * A command that a feature adds to the palette, which finds it by its title on any page. `words`: other words that find
 * it, such as «выплата» for the page of money.
 */
export type Command = { key: string; title: string; words?: string; icon: TablerIcon; run: () => void }
