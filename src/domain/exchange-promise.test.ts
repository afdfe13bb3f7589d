import { expect, it } from 'vitest'
import { exchangeLine } from '#domain/exchange-promise.ts'

it('says until when shoes are exchanged', () => expect(exchangeLine).toBe('Exchange within 7 days.'))
