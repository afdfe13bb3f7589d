import { expect, it } from 'vitest'
import { affiliateCodeOf } from '#domain/referral.ts'

it('makes an affiliate code of the letters that were drawn', () => expect(affiliateCodeOf([0, 8, 30, 7, 16, 19, 1])).toBe('2AZ9JN3'))
