import type { AsyncRouteComponent, RouteComponent } from '@tanstack/react-router'
import type { ComponentType } from 'react'

type Params = Readonly<Record<string, string | undefined>>

/** The way to one of several pages about one thing. `Label` writes its name, and what waits there. */
export type ScreenTab = { path: string; Label: ComponentType<{ id: number }> }

/** A folder holds the pages about one thing, and is told which of them there are for this person. */
export type FolderProps = { tabs: readonly ScreenTab[] }

/** What a feature gives for one route: its page, loaded when first needed, and what the page will read. */
export type Screen = {
  component: RouteComponent
  /** Begins reading for the page; called when a link to it is hovered, and again when it opens. */
  prefetch?: (params: Params) => Promise<unknown>
  /** Holds the page and those below its address that have tabs. */
  folder?: AsyncRouteComponent<FolderProps>
  /** The page is one of a folder. */
  tab?: ScreenTab['Label']
}
