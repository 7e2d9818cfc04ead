import { describe, expect, it } from 'vitest'
import { textMessage } from './text-message.ts'

describe('textMessage', () => {
  it('is the body itself, whatever looks like markup in it', () => {
    const body = ' BATS:AAPL, price = *219.9*, {{volume}} <b>34</b>\n'
    expect(textMessage(body)).toEqual({ text: body.trim(), entities: [] })
  })

  it('does not show the connection id', () => {
    expect(textMessage('x 0123456789abcdef y', '0123456789abcdef').text).toBe('x 01234567… y')
  })
})
