import StarterKit from '@tiptap/starter-kit'
import { mediaNode } from './editor-media-node.ts'
import { isAllowedAddress } from './link-address.ts'

/** The elements that a text may contain, the same as on the server. */
export const textExtensions = [
  StarterKit.configure({
    heading: { levels: [2, 3] },
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      isAllowedUri: isAllowedAddress,
      shouldAutoLink: isAllowedAddress,
      // The attributes that the server sets, so that an untouched text stays unchanged.
      HTMLAttributes: { target: '_blank', rel: 'noopener noreferrer', class: null },
    },
  }),
  mediaNode,
]
