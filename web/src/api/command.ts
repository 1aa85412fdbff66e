import type { TablerIcon } from '@tabler/icons-react'

/** Something to do by its name, from wherever one is: what a feature gives to the palette. */
export type Command = { key: string; title: string; icon: TablerIcon; run: () => void }
