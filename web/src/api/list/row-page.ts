import { useNavigate, useRouter } from '@tanstack/react-router'

/** Pages of an item, named by its number. */
type ItemPage = '/task/$id' | '/user/$id' | '/set/$id' | '/shop/item/$id' | '/supply/$id'

/** The props of a table whose rows have a page: a press opens it here or in a new tab. */
export function useRowPage(to: ItemPage) {
  const router = useRouter()
  const navigate = useNavigate()
  const linkTo = ({ id }: { id: number }) => ({ to, params: { id: String(id) } })
  return {
    onOpen: (row: { id: number }) => void navigate(linkTo(row)),
    addressOf: (row: { id: number }) => router.buildLocation(linkTo(row)).href,
  }
}
