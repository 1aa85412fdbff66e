import { openDialog } from '../dialog/open-dialog.tsx'
import { lazyPart } from '../states/lazy-part.ts'
import type { MediaItem } from './media-item.ts'
import classes from './media-viewer.module.css'

// Zoom and swipes are loaded when the viewer is first opened.
const MediaViewer = lazyPart(async () => (await import('./media-viewer.tsx')).MediaViewer)

/** Opens the media in a viewer over the whole window, starting at index `start`. */
export function openMedia(items: readonly MediaItem[], start: number, label: string): void {
  // The viewer has its own header. The label names the dialog for screen readers.
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
