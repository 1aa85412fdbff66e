import { bodyTags, linkSchemes } from '@artel/contract/instructions.rules'
import DOMPurify, { type Config } from 'dompurify'

/** Clean for good where nothing but these can be left. */
const rules: Config & { RETURN_DOM_FRAGMENT: true } = {
  ALLOWED_TAGS: Object.keys(bodyTags),
  ALLOWED_ATTR: ['href', 'data-media', 'alt'],
  ADD_URI_SAFE_ATTR: ['data-media'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  ALLOWED_URI_REGEXP: new RegExp(`^(?:${linkSchemes.join('|')}):`, 'i'),
  RETURN_DOM_FRAGMENT: true,
}

/** The body as nodes that belong to no page yet. The server has cleaned it; here nothing is taken on trust. */
export const cleanBody = (body: string): DocumentFragment => DOMPurify.sanitize(body, rules)
