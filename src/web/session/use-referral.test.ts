import { afterEach, describe, expect, it, vi } from 'vitest'
import { readReferral } from '#web/session/use-referral.ts'

const parseReferral = (text: string) => {
  vi.stubGlobal('sessionStorage', { getItem: () => text })
  return readReferral()
}
afterEach(() => void vi.unstubAllGlobals())

describe('parseReferral', () => {
  it('reads what was kept', () => {
    const referral = { affiliate_id: 'a', affiliate_code: 'SHOE7K4M', product_id: 'p' }
    expect(parseReferral(JSON.stringify(referral))).toEqual(referral)
    expect(parseReferral('{"affiliate_id":"a","affiliate_code":"SHOE7K4M"}')?.product_id).toBeNull()
  })

  it.each(['', 'no json', '{"affiliate_id":1,"affiliate_code":"X"}', '{"affiliate_id":"a"}', 'null'])('takes %j for none', (text) => {
    expect(parseReferral(text)).toBeNull()
  })
})
