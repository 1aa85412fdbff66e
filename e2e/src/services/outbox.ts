import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { expect } from 'vitest'
import { site } from '../site.ts'

/** The link in the newest mail to `email`. Waits until that link begins with `path`. */
export async function mailedLink(email: string, path = '/'): Promise<string> {
  const folder = join(site().dataDir, 'outbox')
  let link = ''
  await expect
    .poll(
      async () => {
        const files = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'))
        const mails = await Promise.all(
          files.sort().map(async (file) => PostalMime.parse(await readFile(join(folder, file)))),
        )
        const mail = mails.filter(({ to }) => to?.some(({ address }) => address === email)).at(-1)
        const newest = /https?:\/\/\S+/.exec(mail?.text ?? '')?.[0]
        link = newest && new URL(newest).pathname.startsWith(path) ? newest : ''
        return link
      },
      { timeout: 20_000 },
    )
    .not.toBe('')
  return link
}
