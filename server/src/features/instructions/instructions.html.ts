import { bodyTags, linkSchemes, maxNesting } from '@artel/contract/instructions/instructions.rules'
import { Parser } from 'htmlparser2'
import sanitizeHtml, { type Attributes, type IOptions, type Tag } from 'sanitize-html'

/**
 * Maximum number of passes. Removed tags may leave a nesting that parses differently the next time
 * (`<p><b><p>`), so a body is cleaned until it stays the same.
 */
const maxTimes = 5

const allowedAttributes = Object.fromEntries(
  Object.entries(bodyTags).map(([tag, attributes]) => [tag, [...attributes]]),
)

/** Whether tags are nested deeper than `maxNesting`. Stops reading there. */
export function isTooNested(html: string): boolean {
  let depth = 0
  let isTooDeep = false
  const parser: Parser = new Parser({
    onopentag: () => {
      depth += 1
      if (depth <= maxNesting) return
      isTooDeep = true
      parser.reset()
    },
    onclosetag: () => {
      depth -= 1
    },
  })
  // In pieces, because a reset parser stops only at the end of the current piece.
  for (let at = 0; at < html.length && !isTooDeep; at += pieceLength)
    parser.write(html.slice(at, at + pieceLength))
  return isTooDeep
}

const pieceLength = 4096

/** Removes tags and attributes that are not in `bodyTags`, and media that the instruction does not have. */
export function cleanBody(html: string, mediaIds: readonly number[]): string {
  const own = new Set(mediaIds.map(String))
  const options: IOptions = {
    allowedTags: Object.keys(bodyTags),
    allowedAttributes,
    allowedSchemes: [...linkSchemes],
    allowProtocolRelative: false,
    nestingLimit: maxNesting,
    transformTags: { a: openLink },
    exclusiveFilter: ({ tag, attribs }) => isMedia(tag) && !own.has(attribs['data-media'] ?? ''),
  }
  let body = html
  for (let time = 0; time < maxTimes; time += 1) {
    const cleaned = dropEmptyLinks(sanitizeHtml(body, options)).trim()
    if (cleaned === body) return body
    body = cleaned
  }
  // No editor writes a body that changes in each pass, so keep only its text.
  return sanitizeHtml(body, { ...options, allowedTags: [] }).trim()
}

const isMedia = (tag: string): boolean => tag === 'img' || tag === 'video'

function openLink(tagName: string, { href }: Attributes): Tag {
  const address = readAddress(href ?? '')
  if (address === null) return { tagName, attribs: {} }
  return { tagName, attribs: { href: address, target: '_blank', rel: 'noopener noreferrer' } }
}

/** Replaces a link without an address by its text. Needs a clean body, in which all tags are closed. */
function dropEmptyLinks(html: string): string {
  const open: boolean[] = []
  return html.replace(/<a( [^>]*)?>|<\/a>/g, (tag, attributes?: string) => {
    if (tag !== '</a>') open.push(attributes !== undefined)
    const leads = tag === '</a>' ? open.pop() : attributes !== undefined
    return leads ? tag : ''
  })
}

/** The address as a browser opens it; null for a forbidden scheme, or a user name that hides the host. */
function readAddress(href: string): string | null {
  if (!URL.canParse(href)) return null
  const url = new URL(href)
  const isOpen = linkSchemes.some((scheme) => url.protocol === `${scheme}:`)
  return isOpen && url.username === '' && url.password === '' ? url.href : null
}

const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' }

/** The text of a clean body, on one line. */
export const wordsOf = (body: string): string =>
  body
    // In a clean body, `<` and `>` occur only in tags.
    .replace(/<\/?(?:strong|em|u|s|code|a)(?: [^>]*)?>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:lt|gt|quot|amp);/g, (entity) => entities[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim()
