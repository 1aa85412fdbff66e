import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { BodyCleaner } from '../features/instructions/instructions.cleaner.ts'
import { PhotoReader } from '../features/multimedia/multimedia.photos.ts'
import { LabelWriter } from '../labels/labels.ts'
import { buildLabel } from '../labels/testing.ts'
import { readTable } from '../spreadsheets/reading/read-table.ts'

// An update replaces the files of a running server. During the update, a program may be missing.
const files = vi.hoisted(() => ({ areMissing: false }))
vi.mock('../own-program.ts', async (load) => {
  const { programBeside, ...others } = await load<typeof import('../own-program.ts')>()
  return {
    ...others,
    programBeside: (from: string, name: string) => ({
      ...programBeside(from, name),
      get filename() {
        const { filename } = programBeside(from, name)
        return files.areMissing ? `${filename}.missing` : filename
      },
    }),
  }
})

const notFound = { code: 'ERR_MODULE_NOT_FOUND' }
const ended = { message: expect.stringMatching(/-program\.ts\.missing ended with exit code 1$/) }
const ann = { companyId: 1, userId: 1 }
const [cleaner, writer, photos] = [new BodyCleaner(), new LabelWriter(), new PhotoReader(undefined, 0)]
let directory: string
const at = (name: string) => join(directory, name)

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'artel-programs-'))
  await writeFile(at('table.csv'), 'Имя\nАнна\n')
  await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .jpeg()
    .toFile(at('photo.jpg'))
})

const endThreads = () => Promise.all([cleaner.close(), writer.close()])
beforeEach(endThreads)
afterAll(async () => {
  await endThreads()
  await rm(directory, { recursive: true })
})

const read = () => readTable({ path: at('table.csv') }, { person: ann }, async ({ header }) => header)
const printer = { language: 'zpl', dots: 203 } as const
const label = buildLabel()
const works: Record<string, [work: () => Promise<unknown>, error: object]> = {
  'the text of an instruction': [() => cleaner.clean('<p>Да</p>', [], ann), notFound],
  'a picture of a label': [() => writer.draw('58x40', 'ru', label, ann), notFound],
  'a print': [() => writer.print({ size: '58x40', language: 'ru', label, printer, person: ann }), notFound],
  'a document of labels': [() => buffer(writer.write('58x40', 'ru', [label], ann)), notFound],
  'a photo': [() => photos.read(at('photo.jpg'), ann), ended],
  'a table': [read, ended],
}

test.each(Object.entries(works))(
  '%s fails while its program is missing, and works again later',
  async (_, [work, error]) => {
    files.areMissing = true
    const ends = await Promise.allSettled([work(), work()])
    for (const end of ends) expect(end).toMatchObject({ status: 'rejected', reason: error })
    files.areMissing = false
    await work()
  },
)
