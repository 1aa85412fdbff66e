import { expect, test } from 'vitest'
import { useBrowser, type View } from '../browser.ts'
import { playFrom } from '../film.ts'
import { makeInstruction, pathOf, uploadFilm, uploadPhoto } from '../made/made-instructions.ts'
import { makePacked, makeSupply, scanKeys } from '../made/made-supplies.ts'
import { expectAccessible, expectNoSidewaysScroll, expectWellLaid } from '../page-checks.ts'
import { signIn } from '../people.ts'

const { openPage } = useBrowser()

test('a video in the text plays from the chosen position, and a photo opens in the viewer', async () => {
  const [film, photo] = [await uploadFilm(), await uploadPhoto()]
  const instruction = await makeInstruction('С видео', {
    multimedia_ids: [film, photo],
    body: `<p>Смотрите.</p><video data-media="${film}"></video><img data-media="${photo}" alt="photo.png">`,
  })
  const page = await openPage()
  await signIn(page, 'staff', pathOf(instruction))
  const video = page.getByRole('article').locator('video')
  await video.waitFor()
  expect(await playFrom(video, 2)).toBeGreaterThanOrEqual(2)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Открыть фото: photo.png' }).click()
  const viewer = page.getByRole('dialog', { name: 'Фото, видео и ссылки' })
  await viewer.getByText('2 из 2').waitFor()
  await page.keyboard.press('Escape')
  await viewer.waitFor({ state: 'detached' })
})

const views: (Pick<View, 'width' | 'theme' | 'locale'> & { who: 'admin' | 'staff' })[] = [
  { who: 'staff', width: 360, theme: 'light', locale: 'en' },
  { who: 'staff', width: 1440, theme: 'dark', locale: 'ru' },
  { who: 'admin', width: 360, theme: 'dark', locale: 'ru' },
  { who: 'admin', width: 1440, theme: 'light', locale: 'en' },
]

test.each(views)(
  'catalogue and reader are accessible and fit the screen: $who, $width px, $theme, $locale',
  async ({ who, ...view }) => {
    const body = '<h2>Порядок</h2><ol><li><p>Раз</p></li></ol><p><a href="https://artel.example">Сайт</a></p>'
    const instruction = await makeInstruction('Для всех', { body, requires_ack: true })
    const page = await openPage(view)
    await signIn(page, who, '/instructions')
    await page.getByRole('link', { name: instruction.title }).waitFor()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page.goto(pathOf(instruction))
    await page.getByRole('article').waitFor()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    if (who === 'staff') return
    await page.getByRole('button', { name: /^(Изменить|Edit)$/ }).click()
    await page.getByRole('toolbar').waitFor()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  },
)

test('an instruction is read while packing, without leaving the box', async () => {
  const product = await makePacked('Кружка')
  const instruction = await makeInstruction('Кружки в плёнку', { product_ids: [product.id] })
  const supply = await makeSupply({ boxes: 1 })
  const page = await openPage()
  await signIn(page, 'staff', `/supply/${supply.id}?pack=${supply.boxes[0]?.id}`)
  await page.getByText('Сканер готов').waitFor()
  await scanKeys(page, { codes: [product.barcode], paceMs: 50 })
  await page.getByText('1 в коробе 1', { exact: true }).waitFor()
  await page.getByRole('button', { name: instruction.title }).click()
  const reading = page.getByRole('dialog', { name: instruction.title })
  await reading.getByText('Сначала протрите стол.').waitFor()
  await expectAccessible(page)
  await reading.getByRole('button', { name: 'Закрыть' }).click()
  await reading.waitFor({ state: 'detached' })
  await page.getByText('1 в коробе 1', { exact: true }).waitFor()
})

// The maximum depth of a body.
const deep = `${'<blockquote>'.repeat(50)}глубоко${'</blockquote>'.repeat(50)}`
const attacks = [
  '<script>window.hacked=1</script>',
  '<img src=x onerror="window.hacked=1">',
  '<svg onload="window.hacked=1">',
  '<svg><script>window.hacked=1</script></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=window.hacked=1&gt;">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=window.hacked=1>',
  '<a href="javascript:window.hacked=1">раз</a><a href="java\tscript:window.hacked=1">два</a>',
  '<a href="data:text/html,<script>window.hacked=1</script>">три</a>',
  `<iframe srcdoc="<script>parent.hacked=1</script>"></iframe><form action="/api"><button>жми</button></form>`,
  '<style>@import "//evil.example/a.css";body{display:none}</style><base href="//evil.example/">',
  '<meta http-equiv="refresh" content="0;url=//evil.example"><div id="config">x</div>',
  '<p style="position:fixed;inset:0" class="x" id="root" onclick="window.hacked=1">текст</p>',
  '<img data-media="1" src="//evil.example/x.png"><video data-media="1" src="//evil.example/x"></video>',
]

const lists = `${'<ul><li>'.repeat(10)}глубоко${'</li></ul>'.repeat(10)}`

test.each([
  ['quotes', deep],
  ['lists', lists],
])('text that is nested deep in %s fits a phone', async (_, body) => {
  const instruction = await makeInstruction('Глубина', { body: `${body}<p>Конец.</p>` })
  const page = await openPage({ width: 360 })
  await signIn(page, 'staff', pathOf(instruction))
  await page.getByRole('article').getByText('Конец.').waitFor()
  await expectWellLaid(page, 360)
})

test.each([
  ['all that can be written', attacks.join('')],
  ['50 deep', deep],
])(
  'a body of attacks (%s) runs no code, shows nothing foreign, and leaves the page intact',
  async (_, body) => {
    const instruction = await makeInstruction('Проба', { body: `${body}<p>Конец.</p>` })
    const page = await openPage()
    const told: string[] = []
    page.on('dialog', (dialog) => void told.push(`dialog ${dialog.message()}`))
    page.on('request', (request) => {
      if (request.url().includes('evil.example')) told.push(request.url())
    })
    await page.exposeFunction('tellBroken', (what: string) => void told.push(what))
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
        const { tellBroken } = window as unknown as { tellBroken(what: string): void } // exposed above
        tellBroken(`${violatedDirective} ${blockedURI}`)
      })
    })
    await signIn(page, 'staff', pathOf(instruction))
    await page.getByRole('article').getByText('Конец.').waitFor()
    for (const link of await page.getByRole('article').getByRole('link').all())
      expect(await link.getAttribute('href')).toMatch(/^(https|mailto|tel):/)
    const foreign = await page.getByRole('article').evaluate((article) => {
      const all = [...article.querySelectorAll('*')]
      const marked = all.filter(
        (one) => one.hasAttribute('onerror') || one.id !== '' || one.hasAttribute('onclick'),
      )
      return [
        ...marked.map(({ outerHTML }) => outerHTML),
        ...[...article.querySelectorAll('script,style,iframe,form,meta,base,object,math')].map(
          (one) => one.localName,
        ),
      ]
    })
    expect(foreign).toEqual([])
    // Set by an attack that runs.
    const hacked = await page.evaluate(() => (window as unknown as { hacked?: number }).hacked)
    expect(hacked).toBeUndefined()
    expect(told).toEqual([])
    await page.getByRole('heading', { level: 1, name: instruction.title }).waitFor()
  },
)
