import type { Instruction } from '@artel/contract/instructions/instructions'
import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useCall } from '../../../api/cache/query.ts'
import { listErrorOf } from '../../../api/send/failure.ts'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'
import { ErrorState } from '../../../ui/states/states.tsx'
import { InstructionText } from './instruction-text.tsx'
import { ReadingBar } from './reading-bar.tsx'
import classes from './reading-dialog.module.css'

/** The action after the confirmation. The button names it. */
export type ReadingNext = { label: string; run: () => void }

type ReadingDialogProps = { id: number; close: () => void; next?: ReadingNext }

/** An instruction in a dialog over the page that requires it to be read. */
export function ReadingDialog({ id, close, next }: ReadingDialogProps) {
  const t = useTranslations('instructions')
  const { data, error, refetch } = useCall('instructions.get', { params: { id } })
  if (error && !data)
    return <ErrorState {...listErrorOf(error, t('loadOneFailed'))} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={5} height={56} cells={[{ kind: 'text' }]} />
  return <Reading instruction={data.instruction} close={close} {...(next && { next })} />
}

type ReadingProps = Omit<ReadingDialogProps, 'id'> & { instruction: Instruction }

function Reading({ instruction, close, next }: ReadingProps) {
  const t = useTranslations('instructions')
  const goOn = next && {
    label: next.label,
    run: () => {
      close()
      next.run()
    },
  }
  return (
    <div className={classes.reading}>
      {next && <h2 className={classes.title}>{instruction.title}</h2>}
      <InstructionText instruction={instruction} />
      <ReadingBar instruction={instruction} {...(goOn && { next: goOn })}>
        <Button variant="subtle" color="gray" onClick={close}>
          {t(next ? 'notNow' : 'close')}
        </Button>
      </ReadingBar>
    </div>
  )
}
