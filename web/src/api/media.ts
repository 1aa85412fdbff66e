import { useSession } from './session.ts'

/** Addresses of stored files by their names. */
export function useMediaAddress(): (file: string | null) => string | null {
  const { host } = useSession().config
  return (file) => (file === null ? null : `${host}storage/media/${file}`)
}
