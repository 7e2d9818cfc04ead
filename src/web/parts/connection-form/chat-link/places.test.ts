import { expect, it } from 'vitest'
import { chatPlaces } from '#shared/model/chat-link.ts'
import { placeLink } from './places.ts'

it('links chats and groups with the code, and channels with the right to post', () => {
  expect(chatPlaces.map(place => placeLink(place, 'oro_bot', 'c0de'))).toEqual([
    'https://t.me/oro_bot?start=c0de',
    'https://t.me/oro_bot?startgroup=c0de',
    'https://t.me/oro_bot?startchannel&admin=post_messages',
  ])
})
