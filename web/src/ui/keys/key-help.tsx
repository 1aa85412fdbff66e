import { Button } from '@mantine/core'
import { useOs } from '@mantine/hooks'
import { Fragment } from 'react'
import { useTranslations } from 'use-intl'
import { DialogButtons, DialogText } from '../dialog/dialog-parts.tsx'
import { Kbd } from '../marks/tag.tsx'
import classes from './key-help.module.css'
import type { HelpKey } from './use-screen-keys.ts'

/** Each alternative is a chord. */
type Line = { text: string; alternatives: readonly string[] }

type KeyHelpProps = { keys: ReadonlySet<HelpKey>; close: () => void }

/** The keys that work on the page, and those that work on all pages. */
export function KeyHelp({ keys, close }: KeyHelpProps) {
  const t = useTranslations('keys')
  const { here, everywhere } = useLines(keys)
  return (
    <>
      {here.length > 0 && <Lines title={t('here')} lines={here} />}
      <Lines title={t('everywhere')} lines={everywhere} />
      <DialogText>{t('note')}</DialogText>
      <DialogButtons>
        {/* Not data-autofocus, because the dialog may open before this code has loaded. */}
        <Button autoFocus onClick={close}>
          {t('close')}
        </Button>
      </DialogButtons>
    </>
  )
}

function useLines(keys: ReadonlySet<HelpKey>): { here: Line[]; everywhere: Line[] } {
  const t = useTranslations('keys')
  const os = useOs()
  const chord = (letter: string) => (os === 'macos' || os === 'ios' ? `⌘ ${letter}` : `Ctrl ${letter}`)
  const lines: [HelpKey, Line][] = [
    ['next', { text: t('next'), alternatives: ['↓', '↑'] }],
    ['open', { text: t('open'), alternatives: ['Enter'] }],
    ['select', { text: t('select'), alternatives: ['X', t('space')] }],
    ['extend', { text: t('extend'), alternatives: ['Shift ↓', 'Shift ↑', 'Shift X'] }],
    ['extend', { text: t('clear'), alternatives: ['Esc'] }],
    ['edit', { text: t('edit'), alternatives: ['E'] }],
    ['search', { text: t('search'), alternatives: ['/'] }],
    ['create', { text: t('create'), alternatives: ['N'] }],
    ['save', { text: t('save'), alternatives: [chord('S')] }],
  ]
  return {
    here: lines.filter(([key]) => keys.has(key)).map(([, line]) => line),
    everywhere: [
      { text: t('palette'), alternatives: [chord('K')] },
      { text: t('leave'), alternatives: ['Esc'] },
      { text: t('help'), alternatives: ['?'] },
    ],
  }
}

function Lines({ title, lines }: { title: string; lines: readonly Line[] }) {
  return (
    <section className={classes.section}>
      <h3 className={classes.title}>{title}</h3>
      <dl className={classes.lines}>
        {lines.map(({ text, alternatives }) => (
          <div key={text} className={classes.line}>
            <dt>{text}</dt>
            <dd>
              {alternatives.map((keys, index) => (
                <Fragment key={keys}>
                  {index > 0 && ' '}
                  <Kbd>{keys}</Kbd>
                </Fragment>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
