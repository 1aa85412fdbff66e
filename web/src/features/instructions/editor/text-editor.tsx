import '@mantine/tiptap/styles.css'
import { Input } from '@mantine/core'
import { RichTextEditor } from '@mantine/tiptap'
import { type Editor, useEditor } from '@tiptap/react'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { type FieldProps, useFieldFrame } from '../../../forms/fields/field-frame.tsx'
import { blank } from '../../../forms/form/form-words.ts'
import { UploadTile } from '../../../forms/media/upload-tile.tsx'
import type { useUploads } from '../../../forms/media/use-uploads.ts'
import type { MediaItem } from '../../../ui/media/media-item.ts'
import { plainText } from '../form/instruction-values.ts'
import { EditorMediaContext } from './editor-media.tsx'
import { EditorToolbar } from './editor-toolbar.tsx'
import text from './rich-text.module.css'
import classes from './text-editor.module.css'
import { textExtensions } from './text-editor-extensions.ts'

type Uploads = ReturnType<typeof useUploads>

type TextEditorProps = FieldProps<string> & {
  /** The photos and videos that the text may show. */
  items: readonly MediaItem[]
  uploads: Uploads
  /** Passes the editor to the parent, which inserts media later. */
  onReady: (editor: Editor | null) => void
}

/** The text of an instruction as HTML, written with the look it has for readers. */
export function TextEditor({ items, uploads, onReady, value, onChange, ...props }: TextEditorProps) {
  const media = useTranslations('media')
  const { label, description, error, inputWrapperOrder } = useFieldFrame<string>(
    props,
    (html) => plainText(html) || blank,
  )
  const editor = useHtmlEditor({ label: props.label, value, onChange, onFiles: uploads.add })
  useEffect(() => onReady(editor), [editor, onReady])
  return (
    <Input.Wrapper
      label={label}
      description={description}
      error={error}
      inputWrapperOrder={inputWrapperOrder}
      labelElement="div"
      labelProps={{ onClick: () => editor.commands.focus() }}
    >
      <EditorMediaContext value={items}>
        <RichTextEditor
          editor={editor}
          className={classes.editor ?? ''}
          withTypographyStyles={false}
          withCodeHighlightStyles={false}
        >
          <EditorToolbar editor={editor} onFiles={uploads.add} />
          {uploads.uploads.length > 0 && (
            <ul className={classes.uploads} aria-label={media('uploads')}>
              {uploads.uploads.map((upload) => (
                <UploadTile
                  key={upload.key}
                  upload={upload}
                  onCancel={() => uploads.cancel(upload.key)}
                  onRetry={() => uploads.retry(upload.key)}
                />
              ))}
            </ul>
          )}
          <RichTextEditor.Content className={classes.content ?? ''} />
        </RichTextEditor>
      </EditorMediaContext>
    </Input.Wrapper>
  )
}

/** The HTML without the empty last paragraphs that the editor keeps. */
const htmlOf = (editor: Editor): string => editor.getHTML().replace(/(?:<p><\/p>)+$/, '')

type HtmlEditor = Pick<TextEditorProps, 'label' | 'value' | 'onChange'> & {
  onFiles: (files: readonly File[]) => void
}

/** An editor of `value`. It shows outside changes. A text that is back at its start counts as unchanged. */
function useHtmlEditor({ label, value, onChange, onFiles }: HtmlEditor): Editor {
  const latest = useRef({ onChange, onFiles })
  useEffect(() => {
    latest.current = { onChange, onFiles }
  })
  // The same text has several forms in HTML. `shown` is the editor's form of `html`.
  const start = useRef({ html: value, shown: null as string | null })
  const told = useRef(value)
  const editor = useEditor({
    extensions: textExtensions,
    content: value,
    injectCSS: false,
    onCreate: (created) => {
      start.current.shown = htmlOf(created.editor)
    },
    onUpdate: (updated) => {
      const html = htmlOf(updated.editor)
      told.current = html === start.current.shown ? start.current.html : html
      latest.current.onChange(told.current)
    },
    editorProps: {
      attributes: {
        class: text.text ?? '',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
      },
      handlePaste: (_, event) => takeFiles(event, event.clipboardData, latest.current.onFiles),
      handleDrop: (_, event) => takeFiles(event, event.dataTransfer, latest.current.onFiles),
    },
  })
  useEffect(() => {
    if (value === told.current) return
    told.current = value
    editor.commands.setContent(value, { emitUpdate: false })
    start.current = { html: value, shown: htmlOf(editor) }
  }, [editor, value])
  return editor
}

/** Files pasted or dropped into the text go to the text, and not to the upload field beside it. */
function takeFiles(event: Event, data: DataTransfer | null, take: (files: readonly File[]) => void): boolean {
  const files = [...(data?.files ?? [])]
  if (files.length === 0) return false
  event.preventDefault()
  event.stopPropagation()
  take(files)
  return true
}
