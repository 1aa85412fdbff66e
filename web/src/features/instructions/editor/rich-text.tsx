import { IconExternalLink } from '@tabler/icons-react'
import { createElement, Fragment, type ReactNode, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { MediaItem } from '../../../ui/media/media-item.ts'
import { MediaVideo } from '../../../ui/media/media-parts.tsx'
import { cleanBody } from './clean-body.ts'
import classes from './rich-text.module.css'
import { TextPhoto } from './text-photo.tsx'

type RichTextProps = {
  body: string
  /** The photos and videos that the text may show. */
  items: readonly MediaItem[]
  onOpen: (item: MediaItem) => void
}

/**
 * The text of an instruction. Each tag is created as an element, so that no authored HTML reaches the page.
 */
export function RichText({ body, items, onOpen }: RichTextProps) {
  const nodes = useMemo(() => [...cleanBody(body).childNodes], [body])
  return <div className={classes.text}>{drawAll(nodes, { items, onOpen, depth: 0 })}</div>
}

type Around = Omit<RichTextProps, 'body'> & { depth: number; isInLink?: boolean }

const plain: ReadonlySet<string> = new Set([
  'p',
  'h2',
  'h3',
  'strong',
  'em',
  'u',
  's',
  'blockquote',
  'ul',
  'ol',
  'li',
  'code',
  'pre',
])
const empty: ReadonlySet<string> = new Set(['br', 'hr'])
/** Nesting limit. Deeper content is shown as plain text. */
const deepest = 40

const drawAll = (nodes: readonly Node[], around: Around): ReactNode[] =>
  // biome-ignore lint/suspicious/noArrayIndexKey: a text is drawn as a whole, and none of its nodes moves
  nodes.map((node, index) => <Fragment key={index}>{draw(node, around)}</Fragment>)

function draw(node: Node, around: Around): ReactNode {
  if (!(node instanceof Element) || around.depth > deepest) return node.textContent
  const { localName } = node
  if (empty.has(localName)) return createElement(localName)
  if (localName === 'img' || localName === 'video') return <TextMedia element={node} around={around} />
  const inside = (isInLink = around.isInLink ?? false) =>
    drawAll([...node.childNodes], { ...around, isInLink, depth: around.depth + 1 })
  if (localName === 'a') return <OutsideLink href={node.getAttribute('href')}>{inside(true)}</OutsideLink>
  return plain.has(localName) ? createElement(localName, null, ...inside()) : inside()
}

function OutsideLink({ href, children }: { href: string | null; children: ReactNode }) {
  const t = useTranslations('instructions')
  if (href === null) return children
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" title={t('leadsOutside')}>
      {children}
      <IconExternalLink size={14} stroke={1.8} role="img" aria-label={t('leadsOutside')} />
    </a>
  )
}

function TextMedia({ element, around }: { element: Element; around: Around }) {
  const { items, onOpen, isInLink } = around
  const item = items.find(({ id }) => id === mediaIdOf(element))
  if (!item || isInLink) return null
  if (item.type === 'video') {
    return (
      <span className={classes.video}>
        <MediaVideo item={item} />
      </span>
    )
  }
  return item.type === 'photo' ? <TextPhoto item={item} onOpen={() => onOpen(item)} /> : null
}

const mediaIdOf = (element: Element) => Number(element.getAttribute('data-media'))

/** Ids of the media in a text, without those inside links. */
export function mediaIn(body: string): Set<number> {
  const found = [...cleanBody(body).querySelectorAll('[data-media]')]
  return new Set(found.filter((element) => element.closest('a') === null).map(mediaIdOf))
}
