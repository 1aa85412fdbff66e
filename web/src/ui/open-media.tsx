import { lazy } from 'react'
import type { MediaItem } from './media-item.ts'
import classes from './media-viewer.module.css'
import { openDialog } from './open-dialog.tsx'

// Zoom and swipes come when somebody first looks closely.
const MediaViewer = lazy(async () => ({ default: (await import('./media-viewer.tsx')).MediaViewer }))

/** Opens the media over the whole window, beginning with the one at `start`. */
export function openMedia(items: readonly MediaItem[], start: number, label: string): void {
  // The viewer has its own line on top; the label names the dialog for those who do not see it.
  openDialog(label, (close) => <MediaViewer items={items} start={start} close={close} />, {
    fullScreen: true,
    withCloseButton: false,
    padding: 0,
    radius: 0,
    classNames: {
      header: classes.hidden ?? '',
      body: classes.body ?? '',
      content: classes.content ?? '',
    },
  })
}
