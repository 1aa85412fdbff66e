import { expect, test, vi } from 'vitest'
import { LimitError } from '../../errors/errors.ts'
import { FixedTexts } from './fixed-texts.ts'

const pack = vi.fn(async (text: Buffer) => Buffer.from(text.toString().toUpperCase()))
const owner = { companyId: 1, userId: 1 }

test('drops the least recently requested text when there is no more room', async () => {
  const texts = new FixedTexts(pack, 12)
  const read = vi.fn(async () => 'abc')
  const ask = (name: string) => texts.find(name, owner, read)
  await ask('one')
  await ask('two')
  await ask('one')
  await ask('three')
  expect(read).toHaveBeenCalledTimes(3)
  await ask('one')
  expect(read).toHaveBeenCalledTimes(3)
  await ask('two')
  expect(read).toHaveBeenCalledTimes(4)
})

test('returns a text that is larger than the cache, but does not keep it', async () => {
  const texts = new FixedTexts(pack, 5)
  const read = vi.fn(async () => 'abc')
  expect(String((await texts.find('one', owner, read))?.packed)).toBe('ABC')
  await texts.find('one', owner, read)
  expect(read).toHaveBeenCalledTimes(2)
})

test('does not keep a failed read', async () => {
  const texts = new FixedTexts(pack)
  await expect(texts.find('one', owner, () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(String((await texts.find('one', owner, async () => 'a'))?.plain)).toBe('a')
})

test('all guests together read two texts at a time, so that users need not wait', async () => {
  const texts = new FixedTexts(pack)
  const ends: (() => void)[] = []
  const read = vi.fn(() => new Promise<string>((resolve) => ends.push(() => resolve('a'))))
  const all = ['a', 'b', 'c', 'd'].map((name) =>
    texts.find(name, { companyId: 'guests', userId: name }, read),
  )
  expect(read).toHaveBeenCalledTimes(2)
  const own = texts.find('own', owner, read)
  expect(read).toHaveBeenCalledTimes(3)
  while (read.mock.calls.length < 5 || ends.length > 0) {
    for (const end of ends.splice(0)) end()
    await new Promise(setImmediate)
  }
  await Promise.all([...all, own])
})

test('refuses an owner that has too many waiting reads', async () => {
  const texts = new FixedTexts(pack)
  const never = () => new Promise<string>(() => undefined)
  for (let count = 0; count < 31; count++) void texts.find(`${count}`, owner, never)
  await expect(texts.find('beyond', owner, never)).rejects.toThrow(LimitError)
})
