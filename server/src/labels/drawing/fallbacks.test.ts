import { openSync } from 'fontkit'
import { expect, test, vi } from 'vitest'
import { buildLabel, written } from '../testing.ts'
import { outlineOf } from './outline.ts'

vi.mock('fontkit', async (original) => {
  const fontkit = await original<typeof import('fontkit')>()
  return { ...fontkit, openSync: vi.fn(fontkit.openSync) }
})

const openedFiles = () =>
  new Set(vi.mocked(openSync).mock.calls.map(([file]) => /(\w+)_\w+\.ttf$/.exec(file)?.[1]))

test('a fallback font is opened only by a text that needs it', async () => {
  const draw = async (destination: string) => {
    await written('58x40', [buildLabel({ destination })])
    outlineOf('58x40', 'ru', buildLabel({ destination }))
  }
  await draw('Коледино «Белые Столбы»')
  expect(openedFiles()).toEqual(new Set(['GolosText', 'JetBrainsMono']))
  await draw('שלום')
  expect(openedFiles()).toEqual(new Set(['GolosText', 'JetBrainsMono', 'NotoSansHebrew']))
})
