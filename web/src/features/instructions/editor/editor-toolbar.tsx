import { RichTextEditor } from '@mantine/tiptap'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBlockquote,
  IconBold,
  IconCode,
  IconH2,
  IconH3,
  IconItalic,
  IconList,
  IconListNumbers,
  IconSeparatorHorizontal,
  IconStrikethrough,
  IconUnderline,
  type TablerIcon,
} from '@tabler/icons-react'
import { type Editor, useEditorState } from '@tiptap/react'
import type { KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl'
import { EditorLink } from './editor-link.tsx'
import { EditorMediaTool } from './editor-media-tool.tsx'
import { insertMedia } from './insert-media.ts'
import classes from './text-editor.module.css'

type Chain = ReturnType<Editor['chain']>
type Tool = {
  key:
    | 'h2'
    | 'h3'
    | 'bold'
    | 'italic'
    | 'underline'
    | 'strike'
    | 'list'
    | 'numbers'
    | 'quote'
    | 'code'
    | 'rule'
  icon: TablerIcon
  /** The node or mark that shows the tool as active; absent for tools that only insert. */
  mark?: [name: string, attributes?: object]
  run: (chain: Chain) => Chain
}

const groups: readonly (readonly Tool[])[] = [
  [
    { key: 'h2', icon: IconH2, mark: ['heading', { level: 2 }], run: (c) => c.toggleHeading({ level: 2 }) },
    { key: 'h3', icon: IconH3, mark: ['heading', { level: 3 }], run: (c) => c.toggleHeading({ level: 3 }) },
  ],
  [
    { key: 'bold', icon: IconBold, mark: ['bold'], run: (c) => c.toggleBold() },
    { key: 'italic', icon: IconItalic, mark: ['italic'], run: (c) => c.toggleItalic() },
    { key: 'underline', icon: IconUnderline, mark: ['underline'], run: (c) => c.toggleUnderline() },
    { key: 'strike', icon: IconStrikethrough, mark: ['strike'], run: (c) => c.toggleStrike() },
  ],
  [
    { key: 'list', icon: IconList, mark: ['bulletList'], run: (c) => c.toggleBulletList() },
    { key: 'numbers', icon: IconListNumbers, mark: ['orderedList'], run: (c) => c.toggleOrderedList() },
    { key: 'quote', icon: IconBlockquote, mark: ['blockquote'], run: (c) => c.toggleBlockquote() },
    { key: 'code', icon: IconCode, mark: ['code'], run: (c) => c.toggleCode() },
    { key: 'rule', icon: IconSeparatorHorizontal, run: (c) => c.setHorizontalRule() },
  ],
]

type EditorToolbarProps = { editor: Editor; onFiles: (files: readonly File[]) => void }

/** The editing tools. Arrow keys move between tools, as Tab does. */
export function EditorToolbar({ editor, onFiles }: EditorToolbarProps) {
  const t = useTranslations('instructions')
  const { active, isLink, mayUndo, mayRedo } = useToolState(editor)
  return (
    <RichTextEditor.Toolbar
      className={classes.toolbar ?? ''}
      sticky
      role="toolbar"
      aria-label={t('tools')}
      onKeyDown={walk}
    >
      {groups.map((tools) => (
        <RichTextEditor.ControlsGroup key={tools[0]?.key}>
          {tools.map(({ key, icon: Icon, run }) => (
            <RichTextEditor.Control
              key={key}
              active={active.includes(key)}
              aria-label={t(`tool_${key}`)}
              title={t(`tool_${key}`)}
              onClick={() => run(editor.chain().focus()).run()}
            >
              <Icon size={18} stroke={1.6} />
            </RichTextEditor.Control>
          ))}
        </RichTextEditor.ControlsGroup>
      ))}
      <RichTextEditor.ControlsGroup>
        <EditorLink editor={editor} isActive={isLink} />
        <EditorMediaTool
          onInsert={(item) => {
            insertMedia(editor, item)
            editor.commands.focus()
          }}
          onFiles={onFiles}
        />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Control
          aria-label={t('tool_undo')}
          title={t('tool_undo')}
          disabled={!mayUndo}
          onClick={() => editor.chain().focus().undo().run()}
        >
          <IconArrowBackUp size={18} stroke={1.6} />
        </RichTextEditor.Control>
        <RichTextEditor.Control
          aria-label={t('tool_redo')}
          title={t('tool_redo')}
          disabled={!mayRedo}
          onClick={() => editor.chain().focus().redo().run()}
        >
          <IconArrowForwardUp size={18} stroke={1.6} />
        </RichTextEditor.Control>
      </RichTextEditor.ControlsGroup>
    </RichTextEditor.Toolbar>
  )
}

const useToolState = (editor: Editor) =>
  useEditorState({
    editor,
    selector: () => ({
      active: groups
        .flat()
        .filter(({ mark }) => mark && editor.isActive(...mark))
        .map(({ key }) => key),
      isLink: editor.isActive('link'),
      mayUndo: editor.can().undo(),
      mayRedo: editor.can().redo(),
    }),
  })

const steps: Partial<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }

function walk(event: KeyboardEvent<HTMLDivElement>): void {
  const step = steps[event.key]
  // React events also bubble from popovers that a tool renders elsewhere in the page.
  const { target } = event
  if (step === undefined || !(target instanceof Node) || !event.currentTarget.contains(target)) return
  const tools = [...event.currentTarget.querySelectorAll<HTMLElement>('button:not(:disabled)')]
  const { activeElement } = document
  const at = activeElement instanceof HTMLElement ? tools.indexOf(activeElement) : -1
  tools[(at + step + tools.length) % tools.length]?.focus()
  event.preventDefault()
}
