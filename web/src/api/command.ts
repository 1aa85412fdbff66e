import type { TablerIcon } from '@tabler/icons-react'

/** A command that a feature adds to the palette. It can be run by its name from any page. */
export type Command = { key: string; title: string; icon: TablerIcon; run: () => void }
