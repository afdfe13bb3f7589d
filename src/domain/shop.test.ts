import { expect, it } from 'vitest'
import { whatsappUrl } from '#domain/shop.ts'

it('opens WhatsApp with a greeting', () =>
  expect(whatsappUrl({ whatsapp: '254700000000' }, 'Hi & hello')).toBe('https://wa.me/254700000000?text=Hi%20%26%20hello'))
