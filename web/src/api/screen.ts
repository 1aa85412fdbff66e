import type { RouteComponent } from '@tanstack/react-router'

/** What a feature gives for one route: its page, loaded when first needed, and what the page will read. */
export type Screen = {
  component: RouteComponent
  /** Begins reading for the page; called when a link to it is hovered, and again when it opens. */
  prefetch?: (params: Readonly<Record<string, string | undefined>>) => Promise<unknown>
}
