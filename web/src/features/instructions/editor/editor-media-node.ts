import { Node } from '@tiptap/core'
import { ReactNodeViewRenderer } from '@tiptap/react'
import { EditorMedia } from './editor-media.tsx'

/**
 * A photo or video in the text, identified by its id only,
 * because the text must not say where a file is stored.
 */
export const mediaNode = Node.create({
  name: 'media',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({
    id: { default: 0, parseHTML: (element) => Number(element.getAttribute('data-media')) },
    kind: {
      default: 'photo',
      parseHTML: ({ localName }) => (localName === 'video' ? 'video' : 'photo'),
    },
    alt: { default: '', parseHTML: (element) => element.getAttribute('alt') ?? '' },
  }),
  parseHTML: () => [{ tag: 'img[data-media]' }, { tag: 'video[data-media]' }],
  renderHTML: ({ node: { attrs } }) =>
    attrs.kind === 'video'
      ? ['video', { 'data-media': attrs.id }]
      : ['img', { 'data-media': attrs.id, alt: attrs.alt }],
  addNodeView: () => ReactNodeViewRenderer(EditorMedia),
})
