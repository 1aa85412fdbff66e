import { mayKnock, type UserType } from '@artel/contract/access'
import { type AnyRoute, createRoute, redirect } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { SettingsFrame } from '../frame/settings-frame.tsx'
import {
  entryNamed,
  homePath,
  type RouteName,
  type RouteTableEntry,
  routeTable,
  settingsPages,
} from './route-table.ts'
import { screens } from './screens.ts'
import { ForbiddenPage, NotFoundPage } from './state-pages.tsx'

/** Creates a route for each address of the table, below `root`. Pages closed to `type` show a refusal. */
export function pageRoutes(root: AnyRoute, type: UserType | null): AnyRoute[] {
  const isOpenTo = (entry: RouteTableEntry) => mayKnock(entry.access, type)
  const pagesIn = (parent: AnyRoute, pages: readonly RouteTableEntry[]) =>
    parent.addChildren(pages.map((page) => pageRoute(parent, page, isOpenTo(page))))
  const firstOfSettings = settingsPages.map(entryNamed).find(isOpenTo)
  const settings = routeTable.filter(isOfSettings)
  const folders = routeTable.filter((entry) => screens[entry.name]?.folder && isOpenTo(entry))
  const inFolders = new Set(folders.flatMap(pagesOf))
  const others = routeTable.filter((entry) => !isOfSettings(entry) && !inFolders.has(entry))
  return [
    redirectRoute(root, '/', homePath),
    pagesIn(frameRoute(root, 'in-settings', SettingsFrame), settings),
    ...folders.map((entry) => pagesIn(folderRoute(root, entry, isOpenTo), pagesOf(entry))),
    ...others.map((entry) =>
      entry.name === 'settings.index' && firstOfSettings
        ? redirectRoute(root, entry.path, firstOfSettings.path)
        : pageRoute(root, entry, isOpenTo(entry)),
    ),
  ]
}

const redirectRoute = (root: AnyRoute, path: string, to: string): AnyRoute =>
  createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: () => {
      throw redirect({ to, replace: true })
    },
  })

const isOfSettings = ({ name }: RouteTableEntry): boolean => settingsPages.some((page) => page === name)

/** The pages of a folder: its own page, and the pages below its address that have a tab. */
const pagesOf = (folder: RouteTableEntry): RouteTableEntry[] =>
  routeTable.filter(
    (entry) =>
      (entry === folder || entry.path.startsWith(`${folder.path}/`)) && tabOf(entry.name) !== undefined,
  )

const tabOf = (name: RouteName) => screens[name]?.tab

// The route has no address of its own, so the pages inside keep their full addresses.
const frameRoute = (root: AnyRoute, id: string, component: () => ReactNode): AnyRoute =>
  createRoute({ getParentRoute: () => root, id, component })

function folderRoute(
  root: AnyRoute,
  entry: RouteTableEntry,
  isOpenTo: (page: RouteTableEntry) => boolean,
): AnyRoute {
  const Folder = screens[entry.name]?.folder
  const tabs = pagesOf(entry)
    .filter(isOpenTo)
    .flatMap(({ path, name }) => {
      const Label = tabOf(name)
      return Label ? [{ path, Label }] : []
    })
  return frameRoute(root, `in-${entry.name}`, () => Folder && <Folder tabs={tabs} />)
}

function pageRoute(parent: AnyRoute, entry: RouteTableEntry, isOpen: boolean): AnyRoute {
  const screen = screens[entry.name]
  return createRoute({
    getParentRoute: () => parent,
    path: entry.path,
    component: isOpen ? (screen?.component ?? NotFoundPage) : ForbiddenPage,
    // Not awaited, because the page shows its own skeleton while its data is loading.
    loader: ({ params }) => {
      if (isOpen) void screen?.prefetch?.(params)
    },
  })
}
