import { bodyTags, linkSchemes, mostNesting } from '@artel/contract/instructions.rules'
import { Parser } from 'htmlparser2'
import sanitizeHtml, { type Attributes, type IOptions, type Tag } from 'sanitize-html'

/**
 * What is taken out may leave tags within each other that are read in another way the next time (`<p><b><p>`): a body
 * is cleaned until it is read as it is written.
 */
const mostTimes = 5

const allowedAttributes = Object.fromEntries(
  Object.entries(bodyTags).map(([tag, attributes]) => [tag, [...attributes]]),
)

/** Whether tags of a body are within each other more than `mostNesting` deep. Reads no further than that. */
export function isTooNested(html: string): boolean {
  let depth = 0
  let isTooDeep = false
  const parser: Parser = new Parser({
    onopentag: () => {
      depth += 1
      if (depth <= mostNesting) return
      isTooDeep = true
      parser.reset()
    },
    onclosetag: () => {
      depth -= 1
    },
  })
  // In pieces, because a parser that was reset ends with the piece it was given.
  for (let at = 0; at < html.length && !isTooDeep; at += pieceLength)
    parser.write(html.slice(at, at + pieceLength))
  return isTooDeep
}

const pieceLength = 4096

/** Takes out of a body all that is no part of `bodyTags`, and media that are none of the instruction's. */
export function cleanBody(html: string, mediaIds: readonly number[]): string {
  const own = new Set(mediaIds.map(String))
  const options: IOptions = {
    allowedTags: Object.keys(bodyTags),
    allowedAttributes,
    allowedSchemes: [...linkSchemes],
    allowProtocolRelative: false,
    nestingLimit: mostNesting,
    transformTags: { a: openLink },
    exclusiveFilter: ({ tag, attribs }) => isMedia(tag) && !own.has(attribs['data-media'] ?? ''),
  }
  let body = html
  for (let time = 0; time < mostTimes; time += 1) {
    const cleaned = dropEmptyLinks(sanitizeHtml(body, options)).trim()
    if (cleaned === body) return body
    body = cleaned
  }
  // What never comes to rest is nothing that anybody has written.
  return sanitizeHtml(body, { ...options, allowedTags: [] }).trim()
}

const isMedia = (tag: string): boolean => tag === 'img' || tag === 'video'

function openLink(tagName: string, { href }: Attributes): Tag {
  const address = readAddress(href ?? '')
  if (address === null) return { tagName, attribs: {} }
  return { tagName, attribs: { href: address, target: '_blank', rel: 'noopener noreferrer' } }
}

/** A link that leads nowhere is plain text. Of a clean text alone, whose tags are all closed. */
function dropEmptyLinks(html: string): string {
  const open: boolean[] = []
  return html.replace(/<a( [^>]*)?>|<\/a>/g, (tag, attributes?: string) => {
    if (tag !== '</a>') open.push(attributes !== undefined)
    const leads = tag === '</a>' ? open.pop() : attributes !== undefined
    return leads ? tag : ''
  })
}

/** As a browser would open it; null for what it is not to open, or what hides where it leads. */
function readAddress(href: string): string | null {
  if (!URL.canParse(href)) return null
  const url = new URL(href)
  const isOpen = linkSchemes.some((scheme) => url.protocol === `${scheme}:`)
  return isOpen && url.username === '' && url.password === '' ? url.href : null
}

const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' }

/** What a clean body says, on one line. */
export const wordsOf = (body: string): string =>
  body
    // A clean body has no sign of a tag but those of tags.
    .replace(/<\/?(?:strong|em|u|s|code|a)(?: [^>]*)?>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:lt|gt|quot|amp);/g, (entity) => entities[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim()
