import { fileURLToPath } from 'node:url'
import { build, type Plugin, type PluginOption, type Rolldown, type UserConfig } from 'vite'

const source = fileURLToPath(new URL('../src/', import.meta.url))
const appEntry = `${source}main.tsx`
const loginEntry = `${source}login.tsx`
/** What everybody who is signed in loads at the first visit, beside the entry: the parts of the frame. */
const frame = [
  `${source}app/session/follow-pushes.ts`,
  `${source}features/tasks/running/running-task-chip.tsx`,
  `${source}features/ledger/own-balance.tsx`,
  `${source}features/hours/own/own-shift.tsx`,
]
const staffHome = `${source}features/tasks/running/staff-home-page.tsx`
// The menus of a list come right after it.
const adminHome = [
  `${source}features/tasks/list/task-list-page.tsx`,
  `${source}ui/table/data-table-menus.tsx`,
]
const home = [...frame, staffHome, ...adminHome]
/** The modules that draw dialogs, notices, menus and tooltips. They are loaded at the first input. */
const popups = [`${source}ui/popup/overlays.tsx`, `${source}ui/popup/floating.tsx`]
/** The queue of what a person does. It comes with the first step, or soon after the page has opened. */
const steps = [`${source}app/steps/step-follower.tsx`, `${source}api/steps/person-steps.ts`]
/** The compiler of texts. A page loads it at once if it shows the texts of the running server. */
const compiler = fileURLToPath(new URL('../../contract/src/texts/texts.compile.ts', import.meta.url))
/** Modules that are loaded by name, and yet are in a group with others. */
const grouped = [...home, ...popups, ...steps, compiler]

/** The groups with the modules of the home pages: `home` is loaded by everybody, and one of the others. */
export const homeChunks = { all: 'home', staff: 'home-staff', admin: 'home-admin' }

/** What is shared by more features than these is loaded together, whichever of them is opened first. */
const maxApart = 3

/**
 * Puts the modules that several places load into few chunks. Left alone, each set of places would have a chunk of its
 * own, and a first visit would load 145 files. What one place alone loads stays in the chunk of that place.
 *
 * Who loads what is read from a build without groups: only that knows which modules of a library are left in use.
 * @param sources the plugins that make modules of the sources
 */
export function chunksPlugin(sources: () => PluginOption[]): Plugin {
  return {
    name: 'artel:chunks',
    apply: 'build',
    config: async (given) => {
      const groups = groupModules(await buildUngrouped(given, sources()))
      const name = (id: string) => groups.get(id) ?? null
      const group = { debugName: 'by who loads them', name, includeDependenciesRecursively: false }
      return { build: { rolldownOptions: { output: { codeSplitting: { groups: [group] } } } } }
    },
  }
}

type Chunk = Pick<
  Rolldown.OutputChunk,
  'fileName' | 'facadeModuleId' | 'moduleIds' | 'imports' | 'dynamicImports'
>

async function buildUngrouped(
  { root, build: options }: UserConfig,
  plugins: PluginOption[],
): Promise<Chunk[]> {
  const built = await build({
    ...(root !== undefined && { root }),
    build: { ...options, write: false, minify: false },
    configFile: false,
    logLevel: 'warn',
    plugins,
  })
  const { output } = [built].flat()[0] as Rolldown.RolldownOutput // nothing is watched
  return output.filter((file) => file.type === 'chunk')
}

/**
 * The group of each module that has one. A module is in a group with, or loaded by more places than, whatever imports
 * it: so no two groups import each other.
 */
export function groupModules(chunks: readonly Chunk[]): Map<string, string> {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const modulesOf = (roots: readonly Chunk[]) => {
    const files = reach(
      roots.map(({ fileName }) => fileName),
      (file) => byFile.get(file)?.imports ?? [],
    )
    return new Set([...files].flatMap((file) => byFile.get(file)?.moduleIds ?? []))
  }
  const places = chunks.filter(({ facadeModuleId }) => facadeModuleId !== null)
  const loadedFrom = (ids: readonly string[]) =>
    modulesOf(chunks.filter(({ moduleIds }) => ids.some((id) => moduleIds.includes(id))))
  const [login, app] = [loadedFrom([loginEntry]), loadedFrom([appEntry])]
  const staff = loadedFrom([appEntry, ...frame, staffHome])
  const admins = loadedFrom([appEntry, ...frame, ...adminHome])
  const [opened, queueing, compiling] = [loadedFrom(popups), loadedFrom(steps), loadedFrom([compiler])]
  const stageOf = (id: string): string | undefined => {
    const isOfHome = staff.has(id) || admins.has(id)
    if (login.has(id) && isOfHome) return 'both'
    if (app.has(id)) return 'app'
    if (login.has(id)) return 'login'
    // No popup may load a home. What popups need of the home of admins is apart, because staff see none of it before
    // they open a popup.
    if (staff.has(id)) return admins.has(id) || opened.has(id) ? homeChunks.all : homeChunks.staff
    if (admins.has(id)) return opened.has(id) ? 'admin-popups' : homeChunks.admin
    if (opened.has(id)) return 'popups'
    if (queueing.has(id)) return 'steps'
    return compiling.has(id) ? 'texts' : undefined
  }
  const groups = new Map<string, string>()
  for (const [id, loadedBy] of findPlaces(places, modulesOf)) {
    // A place keeps the chunk that it is loaded by.
    const isPlace = loadedBy.includes(id) || id === appEntry || id === loginEntry
    if (isPlace && !grouped.includes(id)) continue
    const group = stageOf(id) ?? (loadedBy.length > 1 ? nameOf(loadedBy) : undefined)
    if (group !== undefined) groups.set(id, group)
  }
  return groups
}

/** The places that load each module at once. A place is told by its own module. */
function findPlaces(
  places: readonly Chunk[],
  modulesOf: (roots: readonly Chunk[]) => Set<string>,
): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const place of places)
    for (const id of modulesOf([place])) found.set(id, [...(found.get(id) ?? []), place.facadeModuleId ?? ''])
  return found
}

/** A group is named by its features. What only one folder of a feature needs, such as its forms, is apart. */
function nameOf(places: readonly string[]): string {
  const found = places.map(placeOf)
  const features = [...new Set(found.map(({ feature }) => feature))].toSorted()
  if (features.length > maxApart) return 'common'
  const folders = new Set(found.map(({ folder }) => folder))
  const [folder] = folders
  return [...features, ...(features.length === 1 && folders.size === 1 && folder ? [folder] : [])].join('-')
}

function placeOf(id: string): { feature: string; folder: string | undefined } {
  const [, feature = 'frame', folder] = /\/features\/([\w-]+)\/(?:([\w-]+)\/)?/.exec(id) ?? []
  return { feature, folder }
}

function reach(starts: readonly string[], next: (id: string) => readonly string[]): Set<string> {
  const found = new Set(starts)
  // A set goes on to what is added while it is walked.
  for (const id of found) for (const following of next(id)) found.add(following)
  return found
}
