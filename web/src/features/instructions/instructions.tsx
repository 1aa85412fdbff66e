import type { InstructionBrief } from '@artel/contract/instructions.brief'
import { type ComponentProps, lazy, Suspense } from 'react'
import { openDialog } from '../../ui/open-dialog.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import type { ReadingNext } from './reading-dialog.tsx'

// The reader comes when something is read; most of what shows this has no instructions.
const LazyLinks = lazy(async () => ({ default: (await import('./instruction-links.tsx')).InstructionLinks }))
const LazyReading = lazy(async () => ({ default: (await import('./reading-dialog.tsx')).ReadingDialog }))

/** The instructions for what a page is about; nothing where there are none. */
export function InstructionLinks(props: ComponentProps<typeof LazyLinks>) {
  if (props.instructions.length === 0) return null
  return (
    // A heading and a line each: what stands below does not move when they come.
    <Suspense fallback={<div style={{ height: 24 + 44 * props.instructions.length }} />}>
      <LazyLinks {...props} />
    </Suspense>
  )
}

/** Opens an instruction over the page; `next` is what the reading leads to. */
export function openInstruction(
  { id }: Pick<InstructionBrief, 'id'>,
  title: string,
  next?: ReadingNext,
): void {
  openDialog(title, (close) => <LazyReading id={id} close={close} {...(next && { next })} />, {
    // The measure of a line and the edges of the dialog.
    size: 720,
    fullScreen: matchMedia('(max-width: 700px)').matches,
    waiting: <SkeletonRows rows={5} height={56} cells={[{ kind: 'text' }]} />,
  })
}
