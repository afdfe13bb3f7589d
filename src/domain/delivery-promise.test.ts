import { expect, it } from 'vitest'
import { deliveryLine } from '#domain/delivery-promise.ts'

it('says what delivery costs, how long it takes, and until when shoes are exchanged', () =>
  expect(deliveryLine()).toBe('Free delivery in Kenya: Nairobi 1 to 2 working days, other towns 1 to 6. Exchange within 7 days.'))
