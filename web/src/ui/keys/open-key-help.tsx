import { openDialog } from '../dialog/open-dialog.tsx'
import { lazyPart } from '../states/lazy-part.ts'
import { readScreenKeys } from './use-screen-keys.ts'

const KeyHelp = lazyPart(async () => (await import('./key-help.tsx')).KeyHelp)

/** Opens the list of keys that work on the page. */
export function openKeyHelp(title: string): void {
  // Read before the dialog opens, because it is a part of the page too.
  const keys = readScreenKeys()
  openDialog(title, (close) => <KeyHelp keys={keys} close={close} />, { size: 480 })
}
