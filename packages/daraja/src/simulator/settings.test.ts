import { expect, it } from 'vitest'
import { readSettings } from './settings.ts'

const enough = { SIMULATOR_BOOK: 'book.jsonl', SIMULATOR_CONSUMER_KEY: 'k', SIMULATOR_CONSUMER_SECRET: 's', SIMULATOR_PASSKEY: 'p' }

it('needs the book and the credentials, and has the rest by itself', () => {
  expect(readSettings(enough)).toMatchObject({ bookPath: 'book.jsonl', host: '127.0.0.1', port: 0, shortcode: '174379', shopName: 'Test Shop' })
  expect(
    readSettings({ ...enough, SIMULATOR_PORT: '4800', SIMULATOR_PROMPT_LIFE_MS: '500', SIMULATOR_SHOP_URL: 'http://127.0.0.1:3000' }),
  ).toMatchObject({
    port: 4800,
    promptLifeMs: 500,
    shopUrl: 'http://127.0.0.1:3000',
  })
  const payer = { SIMULATOR_B2C_SHORTCODE: '600992', SIMULATOR_INITIATOR_NAME: 'n', SIMULATOR_INITIATOR_PASSWORD: 'p', SIMULATOR_FUNDS: '5000' }
  expect(readSettings({ ...enough, ...payer }).payouts).toEqual({
    shortcode: '600992',
    initiatorName: 'n',
    initiatorPassword: 'p',
    openingFunds: 5000,
  })
})

it.each([
  [{ SIMULATOR_BOOK: undefined }, 'SIMULATOR_BOOK'],
  [{ SIMULATOR_PASSKEY: '' }, 'SIMULATOR_PASSKEY'],
  [{ SIMULATOR_PORT: 'http' }, 'SIMULATOR_PORT'],
  [{ SIMULATOR_SHORTCODE: '12' }, 'SIMULATOR_SHORTCODE'],
  [{ SIMULATOR_B2C_SHORTCODE: '12' }, 'SIMULATOR_B2C_SHORTCODE'],
  [{ SIMULATOR_FUNDS: '-1' }, 'SIMULATOR_FUNDS'],
  [{ SIMULATOR_SHOP_URL: 'javascript:alert(1)' }, 'SIMULATOR_SHOP_URL'],
  [{ MPESA_CONSUMER_KEY: 'k' }, 'MPESA_CONSUMER_KEY is set'],
  [{ MPESA_CONSUMER_SECRET: 's' }, 'MPESA_CONSUMER_SECRET is set'],
  [{ MPESA_BASE_URL: 'https://api.safaricom.co.ke' }, 'MPESA_BASE_URL is set'],
  [{ SHOP_MODE: 'live' }, 'SHOP_MODE is live'],
])('refuses %o by name', (changes, message) => {
  expect(() => readSettings({ ...enough, ...changes })).toThrow(message)
})
