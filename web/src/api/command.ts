import type { TablerIcon } from '@tabler/icons-react'

/**
 * A command that a feature adds to the palette. It can be run by its name from any page. `words`: other words that find
 * it, such as what people want to do there.
 */
export type Command = { key: string; title: string; words?: string; icon: TablerIcon; run: () => void }
