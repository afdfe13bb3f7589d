import { describe, expect, it } from 'vitest'
import { parseWish, readWish } from '#web/order/keep-wish.ts'

const wish = { id: 'an-order', key: 'its-key', at: 1_000_000 }

describe('the wish to keep an order', () => {
  it('holds for an hour', () => {
    expect(parseWish(JSON.stringify(wish), wish.at + 3_599_000)).toEqual(wish)
    expect(parseWish(JSON.stringify(wish), wish.at + 3_600_000)).toBeNull()
  })

  it.each([null, '', '{', '7', 'null', '[]', '{"id":1,"key":null,"at":1}', '{"id":"a","key":1,"at":1}'])('is none in %j', (text) =>
    expect(parseWish(text, 1)).toBeNull(),
  )

  it('is none where nothing is stored', () => expect(readWish()).toBeNull())
})
