import type { AsyncRouteComponent, RouteComponent } from '@tanstack/react-router'
import type { ComponentType } from 'react'

type Params = Readonly<Record<string, string | undefined>>

/** The way to one of several pages about one thing. `Label` writes its name, and what waits there. */
export type ScreenTab = { path: string; Label: ComponentType<{ id: number }> }

/** What stands around the pages about one thing is told which of them there are for this person. */
export type LayoutProps = { tabs: readonly ScreenTab[] }

/** What a feature gives for one route: its page, loaded when first needed, and what the page will read. */
export type Screen = {
  component: RouteComponent
  /** Begins reading for the page; called when a link to it is hovered, and again when it opens. */
  prefetch?: (params: Params) => Promise<unknown>
  /** Stands around the page and those below its address. */
  layout?: AsyncRouteComponent<LayoutProps>
  /** The page is one of those about a thing. */
  tab?: ScreenTab['Label']
}
