import type { FileFormat } from '@artel/contract/shapes/list'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { notify } from '../../ui/notices/notify.ts'
import type { FileName, InputOf } from '../send/calls.ts'
import { fetchFile } from '../send/client.ts'
import { ApiFailure, type Failure } from '../send/failure.ts'

/**
 * Downloads a list as it is filtered and sorted, or another answer that is a file. The file is fetched and
 * then saved, because a link or a form cannot carry the headers that the server requires.
 */
export function useListFile<Name extends FileName>(name: Name, input: InputOf<Name>) {
  const { isBusy, start } = useFileCall(name)
  return { isBusy, start: (format: FileFormat) => start({ input, format }) }
}

/** The same for a call whose input is known only when it starts. */
export function useFileCall<Name extends FileName>(name: Name) {
  const t = useTranslations('ui')
  const { mutate, isPending } = useMutation<void, Failure, { input: InputOf<Name>; format?: FileFormat }>({
    mutationFn: async ({ input, format }) => saveFile(await fetchFile(name, input, format)),
    onError: (failure) => {
      const isBusy = failure instanceof ApiFailure && failure.statusCode === 429
      const word = failure instanceof ApiFailure ? Object.values(failure.errors ?? {})[0]?.[0] : undefined
      notify({ text: isBusy ? t('downloadBusy') : (word ?? t('downloadFailed')), tone: 'bad' })
    },
  })
  return { isBusy: isPending, start: mutate }
}

/** Saves a file that this page holds through the downloads of the browser. */
export function saveFile({ name, content }: { name: string; content: Blob }): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Revoked 60,000 ms later, because some browsers begin to save the file late.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
