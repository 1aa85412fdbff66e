import type { MediaType } from '@artel/contract/multimedia/multimedia.kinds'
import { Selection } from '@tiptap/pm/state'
import type { Editor } from '@tiptap/react'

/**
 * Inserts a photo or video at the cursor and moves the cursor behind it, so that typing does not replace it.
 */
export function insertMedia(
  editor: Editor,
  { id, type, name }: { id: number; type: MediaType; name: string },
): void {
  editor
    .chain()
    .insertContent({ type: 'media', attrs: { id, kind: type, alt: name } })
    .run()
  editor
    .chain()
    .command(({ tr }) => {
      tr.setSelection(Selection.near(tr.doc.resolve(tr.selection.to), 1))
      return true
    })
    .run()
}
