import { describe, expect, it, test } from 'vitest'
import { createFormDrafts, draftFields, mergeDraft } from './form-drafts.ts'

const day = 24 * 3_600_000

/** A storage as browsers have it. */
function makeStorage() {
  const kept = new Map<string, string>()
  return {
    get length() {
      return kept.size
    },
    key: (index: number) => [...kept.keys()][index] ?? null,
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
    removeItem: (name: string) => void kept.delete(name),
  }
}

const typed = { title: { from: '', to: 'Плед' } }

describe('drafts on a device', () => {
  it('belong to one person and one form', () => {
    const storage = makeStorage()
    const own = createFormDrafts('1.2', storage)
    own.write('tasks.create:new', typed)
    expect(own.read('tasks.create:new')?.fields).toEqual(typed)
    expect(own.read('tasks.update:new')).toBeNull()
    expect(createFormDrafts('1.22', storage).read('tasks.create:new')).toBeNull()
    own.remove('tasks.create:new')
    expect(storage.length).toBe(0)
  })

  it('are deleted after a week, whoever typed them', () => {
    const storage = makeStorage()
    let now = 100 * day
    const others = createFormDrafts('1.3', storage, () => now)
    others.write('a', typed)
    now += 6 * day
    others.write('b', typed)
    now += 2 * day
    expect([others.read('a'), others.read('b')?.fields]).toEqual([null, typed])
    createFormDrafts('1.2', storage, () => now).prune()
    expect(storage.length).toBe(1)
  })

  it('are at most 50, the newest ones', () => {
    const storage = makeStorage()
    storage.setItem('artel_install', '{}')
    let now = 0
    const own = createFormDrafts('1.2', storage, () => now)
    for (now = 1; now <= 60; now++) own.write(String(now), typed)
    own.prune()
    expect([storage.length, own.read('10'), own.read('11')?.at]).toEqual([51, null, 11])
  })

  it('are not written beyond 300,000 characters', () => {
    const own = createFormDrafts('1.2', makeStorage())
    own.write('a', { text: { from: '', to: 'я'.repeat(300_000) } })
    expect(own.read('a')).toBeNull()
  })

  test.each(['', 'null', '7', '{"at":1}', '{"at":"1","fields":{}}', '{"at":1,"fields":null}', '{'])(
    'are ignored if the storage holds %j',
    (text) => {
      const storage = makeStorage()
      storage.setItem('artel-draft.1.2.a', text)
      const own = createFormDrafts('1.2', storage, () => 2)
      expect(own.read('a')).toBeNull()
      own.prune()
    },
  )
})

test('a draft holds the changed fields, but no passwords, codes and files', () => {
  const initial = {
    title: '',
    count: 1,
    people: [1],
    password: '',
    code: '',
    multimedia_ids: [] as number[],
    photo: null,
  }
  const values = {
    ...initial,
    title: 'Плед',
    people: [1, 2],
    password: 'secret',
    code: '123456',
    multimedia_ids: [7],
    photo: new Blob(['x']),
  }
  expect(draftFields<object>(initial, values)).toEqual({
    title: { from: '', to: 'Плед' },
    people: { from: [1], to: [1, 2] },
  })
})

describe('a draft in a form', () => {
  const draft = {
    at: 1,
    fields: {
      title: { from: 'Плед', to: 'Плед, серый' },
      count: { from: 1, to: 5 },
      gone: { from: 1, to: 2 },
    },
  }

  it('replaces what is as it was', () => {
    expect(mergeDraft({ title: 'Плед', count: 1, note: 'x' }, draft)).toEqual({
      values: { title: 'Плед, серый', count: 5, note: 'x' },
      clashing: [],
    })
  })

  it('leaves what somebody has changed, and names it with the typed value', () => {
    const { values, clashing } = mergeDraft({ title: 'Плед, синий', count: 1 }, draft)
    expect(values).toEqual({ title: 'Плед, синий', count: 5 })
    expect(clashing).toEqual([{ name: 'title', from: 'Плед', to: 'Плед, серый' }])
  })

  it('says nothing about a field that somebody has changed to the typed value', () => {
    expect(mergeDraft({ title: 'Плед, серый', count: 5 }, draft)).toEqual({
      values: { title: 'Плед, серый', count: 5 },
      clashing: [],
    })
  })

  it('wins over another default of a new item', () => {
    expect(mergeDraft({ title: 'Кружка', count: 2 }, draft, true).values).toEqual({
      title: 'Плед, серый',
      count: 5,
    })
  })
})
