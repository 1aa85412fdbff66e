import { Link } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import type { useChangeAddress } from '../../api/list/address.ts'
import { useAddressNumber } from '../../api/list/address-number.ts'

// Code that the compiler must reject. A line that compiles fails the type check.
const refused = [
  // @ts-expect-error no page has this address
  () => <Link to="/suply/$id" params={{ id: '1' }} />,
  // @ts-expect-error the page needs to know of which supply
  () => <Link to="/supply/$id" />,
  // @ts-expect-error the parameter has another name
  () => <Link to="/supply/$id" params={{ number: '1' }} />,
  // @ts-expect-error an address is put together from its parts by the router
  () => <Link to={`/supply/${1}`} />,
  // @ts-expect-error the list of orders has no such parameter
  () => <Link to="/orders" search={{ ordr: 1 }} />,
  // @ts-expect-error an order is known by its number
  () => <Link to="/orders" search={{ order: 'first' }} />,
  // @ts-expect-error the call of the list has no such status
  () => <Link to="/tasks" search={{ status: ['lost'] }} />,
  // @ts-expect-error the page takes no parameters
  () => <Link to="/profile" search={{ page: 2 }} />,
  // @ts-expect-error no page knows this parameter
  () => useAddressNumber('ordr'),
  // @ts-expect-error no page knows this layout
  (change: ReturnType<typeof useChangeAddress>) => change({ layout: 'heap' }),
]

test('unknown addresses and unknown address parameters do not compile', () => {
  expect(refused).toHaveLength(10)
})
