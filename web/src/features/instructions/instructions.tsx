import type { InstructionBrief } from '@artel/contract/instructions/instructions.brief'
import type { ComponentProps } from 'react'
import { openDialog } from '../../ui/dialog/open-dialog.tsx'
import { LazyBoundary } from '../../ui/states/lazy-boundary.tsx'
import { lazyPart } from '../../ui/states/lazy-part.ts'
import { SkeletonRows } from '../../ui/states/skeleton.tsx'
import type { ReadingNext } from './reading/reading-dialog.tsx'

// Lazy, because most pages that can show instructions have none.
const LazyLinks = lazyPart(async () => (await import('./instruction-links.tsx')).InstructionLinks)
const LazyReading = lazyPart(async () => (await import('./reading/reading-dialog.tsx')).ReadingDialog)

/** The instructions for the subject of a page; nothing if there are none. */
export function InstructionLinks(props: ComponentProps<typeof LazyLinks>) {
  if (props.instructions.length === 0) return null
  return (
    // A heading plus one line each, px, so that the content below does not move on load.
    <LazyBoundary fallback={<div style={{ height: 24 + 44 * props.instructions.length }} />}>
      <LazyLinks {...props} />
    </LazyBoundary>
  )
}

/** Opens an instruction over the page. `next`: the action after the confirmation. */
export function openInstruction(
  { id }: Pick<InstructionBrief, 'id'>,
  title: string,
  next?: ReadingNext,
): void {
  openDialog(title, (close) => <LazyReading id={id} close={close} {...(next && { next })} />, {
    // The line length plus the padding of the dialog, px.
    size: 720,
    fullScreen: matchMedia('(max-width: 700px)').matches,
    waiting: <SkeletonRows rows={5} height={56} cells={[{ kind: 'text' }]} />,
  })
}
