import type { AsyncRouteComponent, RouteComponent } from '@tanstack/react-router'
import type { ComponentType } from 'react'

type Params = Readonly<Record<string, string | undefined>>

/** A tab of a folder. `Label` draws its name and what waits there. */
export type ScreenTab = { path: string; Label: ComponentType<{ id: number }> }

/** A folder holds the pages about one thing. It gets the tabs that this person may open. */
export type FolderProps = { tabs: readonly ScreenTab[] }

/**
 * What a feature declares for one route: its page, loaded on first use, and the data that the page will read.
 */
export type Screen = {
  component: RouteComponent
  /** Begins reading for the page. Called when a link to it is hovered, and again when the page opens. */
  prefetch?: (params: Params) => Promise<unknown>
  /** Holds this page and the pages below its address that have tabs. */
  folder?: AsyncRouteComponent<FolderProps>
  /** Label of the tab, if the page belongs to a folder. */
  tab?: ScreenTab['Label']
}
