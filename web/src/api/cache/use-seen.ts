import { useState } from 'react'

type Known<Item> = ReadonlyMap<number, Item>

const byId = <Item extends { id: number }>(items: Iterable<Item>): Known<Item> =>
  new Map([...items].map((item) => [item.id, item]))

/**
 * All items that a component was given so far, by id, each as it was given last. A field keeps the names of its
 * chosen items this way while a search finds others. Pass the items of an answer themselves: copies that are
 * made for each render would be new in each.
 * @param first items that are known from the start
 */
export function useSeen<Item extends { id: number }>(
  items: readonly Item[],
  first: readonly Item[] = [],
): Known<Item> {
  const [seen, setSeen] = useState<Known<Item>>(() => byId(first))
  // Two answers may hold one item twice, each a copy of its own.
  const present = byId(items)
  if ([...present].every(([id, item]) => seen.get(id) === item)) return seen
  const all = new Map([...seen, ...present])
  setSeen(all)
  return all
}
