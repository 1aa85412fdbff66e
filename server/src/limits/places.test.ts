import { expect, test } from 'vitest'
import { LimitError } from '../errors/errors.ts'
import { type PlaceOwner, Places } from './places.ts'

const owner = (company: PlaceOwner['company'], user: number): PlaceOwner => ({
  company,
  person: `${company} ${user}`,
})

test('limits the places of a user, a company and all, and reuses released places', () => {
  const places = new Places({ all: 8, company: 4, person: 2 }, 1)
  const enter = (company: number | 'guests', user: number, count?: number) =>
    places.enter(owner(company, user), count)
  const [first, second] = [enter(1, 1), enter(1, 1)]
  expect(() => enter(1, 1)).toThrow(LimitError)
  enter(1, 2, 2)
  expect(() => enter(1, 3)).toThrow(LimitError)
  enter('guests', 1, 2)
  enter('guests', 2, 2)
  expect(() => enter('guests', 3)).toThrow(LimitError)
  expect(() => enter(2, 1)).toThrow(LimitError)
  first.release()
  first.release()
  enter(2, 1)
  expect(() => enter(2, 1)).toThrow(LimitError)
  second.grow(0)
})

test('refuses growth above the limit, and keeps what was taken before', () => {
  const places = new Places({ all: 100, company: 50, person: 20 }, 1)
  const [body, other] = [places.enter(owner(1, 1), 0), places.enter(owner(1, 1), 0)]
  body.grow(15)
  expect(() => other.grow(6)).toThrow(LimitError)
  other.grow(5)
  expect(() => body.grow(1)).toThrow(LimitError)
  body.release()
  other.grow(15)
  other.release()
  places.enter(owner(1, 1), 20)
})

test('staff of a company leave a quarter of its places to its admins', () => {
  const places = new Places({ all: 100, company: 20, person: 10 }, 1)
  const enter = (user: number, isStaff: boolean, count: number) =>
    places.enter({ ...owner(1, user), isStaff }, count)
  const first = enter(1, true, 10)
  enter(2, true, 5)
  expect(() => enter(3, true, 1)).toThrow(LimitError)
  enter(4, false, 5)
  expect(() => enter(4, false, 1)).toThrow(LimitError)
  first.release()
  enter(3, true, 10)
})
