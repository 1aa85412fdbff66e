import { Button, TextInput } from '@mantine/core'
import { RichTextEditor } from '@mantine/tiptap'
import { IconLink } from '@tabler/icons-react'
import type { Editor } from '@tiptap/react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Popup } from '../../../ui/popup/popup.tsx'
import { addressOf } from './link-address.ts'
import classes from './text-editor.module.css'

type EditorLinkProps = { editor: Editor; isActive: boolean }

/** Turns the selection into a link, or removes the link. */
export function EditorLink({ editor, isActive }: EditorLinkProps) {
  const t = useTranslations('instructions')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Popup
      target={
        <RichTextEditor.Control active={isActive} aria-label={t('tool_link')} title={t('tool_link')}>
          <IconLink size={18} stroke={1.6} />
        </RichTextEditor.Control>
      }
      label={t('tool_link')}
      position="bottom"
      width={300}
      isOpen={isOpen}
      onChange={setIsOpen}
    >
      <LinkForm editor={editor} isActive={isActive} close={() => setIsOpen(false)} />
    </Popup>
  )
}

function LinkForm({ editor, isActive, close }: EditorLinkProps & { close: () => void }) {
  const t = useTranslations('instructions')
  const [typed, setTyped] = useState<string>(() => editor.getAttributes('link').href ?? '')
  const [isWrong, setIsWrong] = useState(false)
  const save = () => {
    const address = addressOf(typed)
    if (address === null) return setIsWrong(true)
    setLink(editor, address, typed.trim())
    close()
  }
  const remove = () => {
    editor.chain().focus().extendMarkRange('link').unsetLink().run()
    close()
  }
  return (
    <div className={classes.link}>
      <TextInput
        data-autofocus
        label={t('linkLabel')}
        description={t('linkHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        maxLength={2000}
        value={typed}
        error={isWrong && t('linkWrong')}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setIsWrong(false)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          save()
        }}
      />
      <div className={classes.linkButtons}>
        {isActive && (
          <Button variant="subtle" color="gray" onClick={remove}>
            {t('linkRemove')}
          </Button>
        )}
        <Button variant="default" onClick={save}>
          {t('linkSave')}
        </Button>
      </div>
    </div>
  )
}

/** Without a selection or a link at the cursor, the typed address becomes the text of a new link. */
function setLink(editor: Editor, href: string, typed: string): void {
  const chain = editor.chain().focus()
  if (!editor.state.selection.empty || editor.isActive('link'))
    return void chain.extendMarkRange('link').setLink({ href }).run()
  const linked = { type: 'text', text: typed, marks: [{ type: 'link', attrs: { href } }] }
  // Ends the link, so that text typed after it is plain.
  chain.insertContent(linked).unsetMark('link').run()
}
