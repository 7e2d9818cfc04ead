import { expect, it } from 'vitest'
import { chatPlaces } from '#shared/model/chat-link.ts'
import { placeLink } from './places.ts'

it('leads to a private chat or a group with the code, and to a channel with the right that is needed', () => {
  expect(chatPlaces.map(place => placeLink(place, 'oro_bot', 'c0de'))).toEqual([
    'https://t.me/oro_bot?start=c0de',
    'https://t.me/oro_bot?startgroup=c0de',
    'https://t.me/oro_bot?startchannel&admin=post_messages',
  ])
})
