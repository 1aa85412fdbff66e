import { modals } from '@mantine/modals'
import { lazy, Suspense } from 'react'
import type { MediaItem } from './media-item.ts'
import classes from './media-viewer.module.css'

// Zoom and swipes come when somebody first looks closely.
const MediaViewer = lazy(async () => ({ default: (await import('./media-viewer.tsx')).MediaViewer }))

/** Opens the media over the whole window, beginning with the one at `start`. */
export function openMedia(items: readonly MediaItem[], start: number, label: string): void {
  const dialog = modals.open({
    fullScreen: true,
    withCloseButton: false,
    padding: 0,
    radius: 0,
    // The viewer has its own line on top; this names the dialog for those who do not see it.
    title: label,
    classNames: {
      header: classes.hidden ?? '',
      body: classes.body ?? '',
      content: classes.content ?? '',
    },
    children: (
      <Suspense fallback={null}>
        <MediaViewer items={items} start={start} close={() => modals.close(dialog)} />
      </Suspense>
    ),
  })
}
