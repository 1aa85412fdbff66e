import { bodyTags, linkSchemes } from '@artel/contract/instructions/instructions.rules'
import DOMPurify, { type Config } from 'dompurify'

/** Allowed tags, attributes and link schemes. Everything else is removed. */
const rules: Config & { RETURN_DOM_FRAGMENT: true } = {
  ALLOWED_TAGS: Object.keys(bodyTags),
  ALLOWED_ATTR: ['href', 'data-media', 'alt'],
  ADD_URI_SAFE_ATTR: ['data-media'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  ALLOWED_URI_REGEXP: new RegExp(`^(?:${linkSchemes.join('|')}):`, 'i'),
  RETURN_DOM_FRAGMENT: true,
}

/** The sanitized body as detached nodes. The server has already cleaned it, but it is not trusted here. */
export const cleanBody = (body: string): DocumentFragment => DOMPurify.sanitize(body, rules)
