import { describe, expect, test } from 'vitest'
import { findTextPlaces } from './text-places.ts'
import { flatTexts } from './texts.ts'

const places = findTextPlaces(Object.keys(flatTexts.ru))

describe('where texts are shown', () => {
  test.each([
    ['tasks.title', 'tasks'],
    ['frame.skip', 'frame'],
    // Its name is put together.
    ['tasks.status_review', 'tasks'],
    ['localizations.viewDrafts', 'localizations'],
  ])('%s: %s', (key, place) => {
    expect(places[key]).toContain(place)
  })

  test('is unknown for a text that is in no code', () => {
    expect(findTextPlaces(['nowhere.at-all'])).toEqual({})
  })

  test('is known for nearly all texts', () => {
    const offered = Object.keys(flatTexts.ru).filter((key) => !/^(errors|notificationWords)\./.test(key))
    const unknown = offered.filter((key) => !places[key])
    expect(unknown.length / offered.length).toBeLessThan(0.01)
  })
})
