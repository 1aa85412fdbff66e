import type { Instruction, ListedInstruction } from '@artel/contract/instructions/instructions'
import { useNavigate } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useAction } from '../../api/cache/query.ts'
import type { Failure } from '../../api/send/failure.ts'
import { confirm } from '../../ui/dialog/confirm.tsx'
import { notify } from '../../ui/notices/notify.ts'

type Changed = Pick<Instruction | ListedInstruction, 'id' | 'title'>

/** The actions on an instruction other than saving its form. */
export function useInstructionActions() {
  const t = useTranslations('instructions')
  const navigate = useNavigate()
  const onFailure = (failure: Failure) => notify({ text: failure.message || t('stepFailed'), tone: 'bad' })
  const update = useAction('instructions.update', {
    onFailure,
    onSuccess: ({ instruction: { title, is_published } }) =>
      notify({ text: t(is_published ? 'published' : 'unpublished', { title }), tone: 'ok' }),
  })
  // Only the list is refetched, because the instruction's own page is left.
  const removal = useAction('instructions.remove', { closes: 'instructions.get', onFailure })
  return {
    publish: ({ id }: Changed, is_published: boolean) =>
      update.mutate({ params: { id }, body: { is_published } }),
    remove: async ({ id, title }: Changed) => {
      const isSure = await confirm({
        title: t('removeTitle', { title }),
        text: t('removeText'),
        confirmLabel: t('remove'),
        cancelLabel: t('keep'),
        tone: 'destructive',
      })
      if (!isSure) return
      const isGone = await removal.mutateAsync({ params: { id } }).then(
        () => true,
        () => false,
      )
      if (!isGone) return
      void navigate({ to: '/instructions' })
      notify({ text: t('removed', { title }), tone: 'ok' })
    },
  }
}
