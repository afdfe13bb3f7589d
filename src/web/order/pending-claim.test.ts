import { afterEach, describe, expect, it, vi } from 'vitest'
import { readPendingClaim } from '#web/order/pending-claim.ts'

const claim = { id: 'an-order', key: 'its-key', at: 1_000_000 }
const store = (text: string | null) => vi.stubGlobal('localStorage', { getItem: () => text })
afterEach(() => void vi.unstubAllGlobals())

describe('the claim to keep an order', () => {
  it('holds for an hour', () => {
    store(JSON.stringify(claim))
    expect(readPendingClaim(claim.at + 3_599_000)).toEqual(claim)
    expect(readPendingClaim(claim.at + 3_600_000)).toBeNull()
  })

  it.each([null, '', '{', '7', 'null', '[]', '{"id":1,"key":null,"at":1}', '{"id":"a","key":1,"at":1}'])('is none in %j', (text) => {
    store(text)
    expect(readPendingClaim(1)).toBeNull()
  })

  it('is none where nothing is stored', () => expect(readPendingClaim()).toBeNull())
})
