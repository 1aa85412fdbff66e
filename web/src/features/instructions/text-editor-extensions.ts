import StarterKit from '@tiptap/starter-kit'
import { mediaNode } from './editor-media-node.ts'
import { isAllowedAddress } from './link-address.ts'

/** What a text may be made of, as the server keeps it. */
export const textExtensions = [
  StarterKit.configure({
    heading: { levels: [2, 3] },
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      isAllowedUri: isAllowedAddress,
      shouldAutoLink: isAllowedAddress,
      // As the server sets them, so that a text that nobody has touched stays the same.
      HTMLAttributes: { target: '_blank', rel: 'noopener noreferrer', class: null },
    },
  }),
  mediaNode,
]
