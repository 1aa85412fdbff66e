import { bodyTags } from '@artel/contract/instructions/instructions.rules'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { threadCpuMs } from '../../testing/thread-cpu.ts'
import { cleanBody, wordsOf } from './instructions.html.ts'

const clean = (html: string) => cleanBody(html, [3])

describe('a body keeps', () => {
  test.each([
    '<h2>Сборка</h2><h3>Лента</h3><p>Один <strong>раз</strong>, <em>не</em> <u>туго</u>, <s>два</s></p>',
    '<ul><li><p>Полотенце</p></li></ul><ol><li>Лента<br />вкладыш</li></ol><blockquote>Ровно</blockquote><hr />',
    '<pre><code>a &lt; b &amp;&amp; c</code></pre>',
    '<img data-media="3" alt="Как &quot;Уют&quot; лежит" /><video data-media="3"></video>',
    '<p><a href="https://artel.test/a?x=1&amp;y=2" target="_blank" rel="noopener noreferrer">Сюда</a></p>',
    '<a href="tel:+74952041833" target="_blank" rel="noopener noreferrer">Звонить</a>',
  ])('%s', (html) => expect(clean(html)).toBe(html))
})

describe('a body loses', () => {
  test.each([
    ['a script', '<p>Да</p><script>alert(1)</script>', '<p>Да</p>'],
    [
      'a script in pieces',
      '<<p>script>alert(1)<</p>/script>',
      '&lt;<p>script&gt;alert(1)&lt;</p>/script&gt;',
    ],
    ['a picture from elsewhere', '<img src=x onerror=alert(1)>', ''],
    ['an SVG', '<svg onload=alert(1)><p>Да</p></svg>', '<p>Да</p>'],
    [
      'what is read in another way the second time',
      '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
      '',
    ],
    [
      'and in a third',
      '<noscript><p title="</noscript><img src=x onerror=alert(1)>">Да</p></noscript>',
      '<p>Да</p>',
    ],
    ['a link that runs', '<a href="javascript:alert(1)">Сюда</a>', 'Сюда'],
    ['a link that hides that it runs', '<a href="java&#x09;script:alert(1)">Сюда</a>', 'Сюда'],
    ['a link with a sign before', '<a href="&#1;javascript:alert(1)">Сюда</a>', 'Сюда'],
    ['data', '<a href="data:text/html,<script>alert(1)</script>">Сюда</a>', 'Сюда'],
    ['an address without a scheme', '<a href="//artel.test">a</a><a href="/tasks">b</a>', 'ab'],
    ['plain http', '<a href="http://artel.test">Сюда</a>', 'Сюда'],
    ['a link that hides its host', '<a href="https://artel.test@evil.test/">Сюда</a>', 'Сюда'],
    ['a frame', '<iframe srcdoc="<script>alert(1)</script>"></iframe>Да', 'Да'],
    ['a form', '<form action="https://evil.test"><input name="a"><button>Войти</button></form>', 'Войти'],
    ['styles', '<style>@import url(https://evil.test)</style><p style="position:fixed">Да</p>', '<p>Да</p>'],
    ['what moves the page', '<base href="//evil.test"><meta http-equiv="refresh" content="0">', ''],
    ['names that scripts know', '<p id="config" name="config" class="x">Да</p>', '<p>Да</p>'],
    ['media that are not its own', '<img data-media="4"><video data-media="03"></video><img alt="">', ''],
    [
      'what a medium is to do',
      '<video data-media="3" autoplay onplay="alert(1)"></video>',
      '<video data-media="3"></video>',
    ],
    [
      'what a link is to do',
      '<a href="https://artel.test" target="_self" rel="opener" ping="https://evil.test" download>Сюда</a>',
      '<a href="https://artel.test/" target="_blank" rel="noopener noreferrer">Сюда</a>',
    ],
    ['tags that would be read in another way', '<p><b><p>Да', '<p></p><p>Да</p><p></p>'],
    ['a comment', '<!-- a --><p>Да</p><!--[if IE]><script>alert(1)</script><![endif]-->', '<p>Да</p>'],
  ])('%s', (_, html, expected) => expect(clean(html)).toBe(expected))
})

test('a deep or broken body is cleaned quickly, to at most 50 levels', () => {
  for (const piece of [
    '<blockquote>',
    '<div>',
    '<p>',
    '<a href="https://artel.test">',
    '<',
    '<a ',
    '<!--',
    '</p>',
    '&',
  ]) {
    const html = piece.repeat(Math.floor(200_000 / piece.length))
    const began = threadCpuMs()
    const cleaned = clean(html)
    expect(threadCpuMs() - began).toBeLessThan(5000)
    expect(deepest(cleaned)).toBeLessThanOrEqual(50)
  }
})

/** The maximum nesting depth of tags. */
function deepest(html: string): number {
  let [depth, most] = [0, 0]
  for (const [, end, tag = ''] of html.matchAll(/<(\/?)(\w+)[^>]*>/g)) {
    if (['br', 'hr', 'img'].includes(tag)) continue
    depth += end ? -1 : 1
    most = Math.max(most, depth)
  }
  return most
}

// A definition of a clean body that does not depend on the cleaner.
const plainTags = Object.keys(bodyTags).filter((tag) => tag !== 'a' && tag !== 'img' && tag !== 'video')
const value = '[^"<>]*'
const listed = new RegExp(
  `^(?:[^<>]|</?(?:${plainTags.join('|')})>|<[bh]r />` +
    `|<a href="(?:https|mailto|tel):${value}" target="_blank" rel="noopener noreferrer">|</a>` +
    `|<img(?: data-media="3"| alt="${value}")+ />|<video data-media="3">|</video>)*$`,
  'u',
)

const tag = fc.constantFrom(
  ...Object.keys(bodyTags),
  'script',
  'style',
  'svg',
  'math',
  'iframe',
  'form',
  'div',
  'b',
)
const link = fc.constantFrom(
  'https://artel.test',
  'javascript:alert(1)',
  '//evil.test',
  'data:,a',
  'mailto:a@b.c',
  'tel:1',
)
const attribute = fc.oneof(
  link.map((href) => ` href="${href}"`),
  fc.constantFrom(
    ' onload=alert(1)',
    ' style="a:b"',
    ' data-media=3',
    ' data-media="4"',
    " alt='\"<x>'",
    ' id=a',
    ' src=x',
  ),
  fc.string({ unit: 'binary', maxLength: 10 }).map((text) => ` a="${text}`),
)
const piece = fc.oneof(
  fc.tuple(tag, fc.array(attribute, { maxLength: 4 })).map(([name, all]) => `<${name}${all.join('')}>`),
  tag.map((name) => `</${name}>`),
  fc.constantFrom(
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '&lt;',
    '&#60;',
    '&amp;lt;',
    '<',
    '>',
    '"',
    "'",
    '/',
    '<a',
    '\0',
    '\u00A0',
  ),
  fc.string({ unit: 'binary', maxLength: 20 }),
)
const html = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''))

test('a cleaned body has only allowed HTML, and cleaning it again changes nothing', () => {
  fc.assert(
    fc.property(html, (sent) => {
      const cleaned = clean(sent)
      expect(cleaned).toMatch(listed)
      expect(clean(cleaned)).toBe(cleaned)
      expect(wordsOf(cleaned).length).toBeLessThanOrEqual(cleaned.length)
    }),
    { numRuns: 3000 },
  )
})

test('the words of a body are its text without tags', () => {
  const body = clean(
    '<h2>Набор</h2><ul><li>Лен<strong>та</strong></li><li>5 &lt; 6 &amp;lt; «да»</li></ul><p>раз<br>два',
  )
  expect(wordsOf(body)).toBe('Набор Лента 5 < 6 &lt; «да» раз два')
})
