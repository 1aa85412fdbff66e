import { expect, test } from 'vitest'
import { readPush, readTarget } from './push-message.ts'

const origin = 'https://artel.example'
const message = {
  title: 'Отгрузка',
  body: 'В 9:00',
  url: '/orders?order=3',
  tag: 'n7',
  notification_id: 7,
  unread: 2,
}

test('shows a push as it was written', () => {
  expect(readPush(JSON.stringify(message), origin)).toEqual({
    title: 'Отгрузка',
    body: 'В 9:00',
    tag: 'n7',
    unread: 2,
    data: { url: '/orders?order=3', notification_id: 7 },
  })
})

// A browser withdraws the permission if a push shows nothing.
test.each([null, '', 'no json', '7', 'null', '[]', '{"title":7}'])(
  'shows a default text for an invalid push: %s',
  (text) => {
    expect(readPush(text, origin)).toMatchObject({
      title: 'Артель',
      data: { url: '/', notification_id: null },
    })
  },
)

test.each([
  'https://elsewhere.example/x',
  '//elsewhere.example',
  '/\\elsewhere.example',
  '/\t/elsewhere.example',
  'https:elsewhere.example',
  'javascript:alert(1)',
  'data:text/html,x',
  7,
])('opens only addresses of the app: %s', (url) => {
  for (const { url: led } of [
    readPush(JSON.stringify({ ...message, url }), origin).data,
    readTarget({ url }, origin),
  ])
    expect(new URL(led, origin).origin).toBe(origin)
})
