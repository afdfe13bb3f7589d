import { describe, expect, it } from 'vitest'
import { parseReferral } from '#web/session/use-referral.ts'

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
