import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { collectProblems, launchBrowser, newPage, type View, widths } from '../pages.ts'
import { signIn } from '../people.ts'
import { makeDataDir, removeDataDir, startServer } from '../server.ts'
import { type Picture, writeContactSheet } from './contact-sheet.ts'
import { type Opened, openAll, press } from './dialogs.ts'
import { refuseWrites } from './keep-data.ts'
import { findLayoutFaults, resize, shiftLimit, waitForRest, watchShifts } from './layout.ts'
import { listScreens, type Screen } from './screens.ts'

const { values: options } = parseArgs({
  options: {
    out: { type: 'string', default: 'screens' },
    only: { type: 'string', default: '' },
    address: { type: 'string' },
    dialogs: { type: 'boolean', default: false },
  },
})

/** Each becomes a row of a sheet. */
const looks = [
  { theme: 'light', locale: 'ru' },
  { theme: 'dark', locale: 'ru' },
  { theme: 'light', locale: 'en' },
  { theme: 'dark', locale: 'en' },
] as const satisfies Partial<View>[]

const out = resolve(process.env.INIT_CWD ?? process.cwd(), options.out)
const faults: string[] = []
await mkdir(out, { recursive: true })
const dataDir = await makeDataDir()
const server = options.address ? undefined : await startServer(dataDir)
const address = options.address ?? server?.address ?? ''
const browser = await launchBrowser()
try {
  const screens = (await listScreens(address)).filter(({ name }) => name.includes(options.only))
  if (options.dialogs) await photographDialogs(browser, screens)
  else for (const screen of screens) await photographScreen(browser, screen)
  await writeFile(join(out, options.dialogs ? 'dialogs.txt' : 'screens.txt'), `${faults.join('\n')}\n`)
  console.log(`${screens.length} screens, ${faults.length} faults: ${out}`)
} finally {
  await browser.close()
  await server?.end('SIGTERM')
  await removeDataDir(dataDir)
}

async function photographScreen(browser: Browser, screen: Screen): Promise<void> {
  const title = `${screen.name} (${screen.who ?? 'guest'})`
  const folder = await mkdtemp(join(tmpdir(), 'artel-screens-'))
  const rows: Picture[][] = []
  for (const look of looks) {
    const page = await newPage(browser, address, { ...look, width: 1440 })
    try {
      const problems = collectProblems(page)
      const readShifts = await watchShifts(page)
      await openScreen(page, screen)
      const { sum, moved } = await readShifts()
      if (sum > shiftLimit)
        report(title, look, 1440, `layout shift: ${sum.toFixed(3)} of ${moved.join('; ')}`)
      const row: Picture[] = []
      rows.push(row)
      for (const width of widths.toReversed()) {
        await resize(page, width).catch(() => report(title, look, width, 'does not come to rest'))
        row.push(await photograph(page, folder, title, look, width))
      }
      for (const problem of problems) report(title, look, 1440, problem)
    } catch (error) {
      report(title, look, 1440, String(error).split('\n')[0] ?? '')
    } finally {
      await page.context().close()
    }
  }
  await writeContactSheet(browser, join(out, `${fileName(title)}.png`), title, rows)
  await rm(folder, { recursive: true })
}

async function photographDialogs(browser: Browser, screens: readonly Screen[]): Promise<void> {
  const known = new Map<string | null, Set<string>>()
  for (const screen of screens) {
    const ways = known.get(screen.who) ?? new Set<string>()
    known.set(screen.who, ways)
    // The first page finds the dialogs. The second page shows them in the other language.
    const [page, second] = [await openQuietly(screen, looks[0]), await openQuietly(screen, looks[2])]
    const [route = screen.name] = screen.name.split(' ')
    await openAll(page, screen.path, route, ways, async (opened) => {
      const [widest = 1440] = opened.widths
      const name = `${screen.name} (${screen.who ?? 'guest'}) ${opened.title}`
      const folder = await mkdtemp(join(tmpdir(), 'artel-screens-'))
      const rows = await photographThemes(page, folder, name, opened, [looks[0], looks[1]])
      await resize(second, widest)
      if (await press(second, screen.path, opened.steps))
        rows.push(...(await photographThemes(second, folder, name, opened, [looks[2], looks[3]])))
      else report(name, looks[2], widest, 'does not open in the second language')
      await writeContactSheet(browser, join(out, `${fileName(`${name} ${widest}`)}.png`), name, rows)
      await rm(folder, { recursive: true })
    }).catch((error) => report(screen.name, looks[0], 1440, String(error).split('\n')[0] ?? ''))
    await page.context().close()
    await second.context().close()
  }
}

/** Opens a screen and blocks every writing request, so that any button can be pressed. */
async function openQuietly(screen: Screen, look: Look): Promise<Page> {
  const page = await newPage(browser, address, { ...look, width: 1440 })
  await refuseWrites(page)
  await openScreen(page, screen)
  return page
}

/**
 * A row for each look. The looks differ only in the theme, which changes without opening the dialog again.
 */
async function photographThemes(
  page: Page,
  folder: string,
  name: string,
  opened: Opened,
  themes: readonly Look[],
): Promise<Picture[][]> {
  const rows: Picture[][] = themes.map(() => [])
  for (const width of opened.widths) {
    await resize(page, width)
    for (const [index, look] of themes.entries()) {
      await page.evaluate((theme) => {
        document.documentElement.setAttribute('data-mantine-color-scheme', theme)
      }, look.theme)
      rows[index]?.push(await photograph(page, folder, name, look, width))
    }
  }
  return rows
}

async function openScreen(page: Page, { path, who }: Screen): Promise<void> {
  if (who) await signIn(page, who, path)
  else await page.goto(path)
  await waitForRest(page)
}

type Look = (typeof looks)[number]

async function photograph(
  page: Page,
  folder: string,
  title: string,
  look: Look,
  width: View['width'],
): Promise<Picture> {
  const file = join(folder, `${looks.indexOf(look)}-${width}.png`)
  await page.screenshot({ path: file })
  for (const fault of await findLayoutFaults(page, width)) report(title, look, width, fault)
  return { file, label: `${width} ${look.theme} ${look.locale}`, width }
}

function report(title: string, { theme, locale }: Look, width: number, fault: string): void {
  // The same fault in another theme or language is no news.
  if (faults.some((line) => line.startsWith(`${title}, ${width} `) && line.endsWith(`: ${fault}`))) return
  const line = `${title}, ${width} ${theme} ${locale}: ${fault}`
  faults.push(line)
  console.log(line)
}

function fileName(title: string): string {
  return title.replace(/[^\p{L}\p{N}.]+/gu, '-').slice(0, 120)
}
