import { Link } from '@tanstack/react-router'
import { expect, test } from 'vitest'

// What the compiler must refuse: each line fails the check of types once it is taken.
const refused = [
  // @ts-expect-error no page has this address
  () => <Link to="/suply/$id" params={{ id: '1' }} />,
  // @ts-expect-error the page needs to know of which supply
  () => <Link to="/supply/$id" />,
  // @ts-expect-error the parameter has another name
  () => <Link to="/supply/$id" params={{ number: '1' }} />,
  // @ts-expect-error an address is put together from its parts by the router
  () => <Link to={`/supply/${1}`} />,
]

test('addresses that lead nowhere do not compile', () => {
  expect(refused).toHaveLength(4)
})
