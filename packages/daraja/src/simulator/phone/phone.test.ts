import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestShop, phone } from '../../../test/test-shop.ts'

let shop: Awaited<ReturnType<typeof openTestShop>>
let time: Date
beforeEach(async () => {
  time = new Date('2026-11-20T13:52:07.000Z')
  shop = await openTestShop({ now: () => time, shopUrl: 'http://127.0.0.1:3000/', ruleWindowMs: 0 })
})
afterEach(() => shop.close())

async function get(path: string) {
  const answer = await fetch(shop.simulator.url + path, { redirect: 'manual' })
  return { status: answer.status, headers: answer.headers, location: answer.headers.get('location'), text: await answer.text() }
}

async function send(path: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  const answer = await fetch(shop.simulator.url + path, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual', headers })
  return { status: answer.status, location: answer.headers.get('location'), text: await answer.text() }
}

async function ring(changes: Record<string, unknown> = {}) {
  const { json } = await shop.push(changes)
  return `/phone/${phone}/prompts/${json.CheckoutRequestID}`
}

describe('choosing a phone', () => {
  it('takes a number as people write it', async () => {
    for (const written of ['0712 345 678', '+254712345678', '712345678']) {
      expect(await get(`/phone?number=${encodeURIComponent(written)}`)).toMatchObject({ status: 303, location: `/phone/${phone}` })
    }
    const refused = await get('/phone?number=%3Cb%3E12')
    expect(refused.status).toBe(422)
    expect(refused.text).toContain('This is no Kenyan mobile number.')
    expect(refused.text).toContain('value="&lt;b&gt;12"')
  })

  it('lists the numbers that rang, those that still ring first', async () => {
    expect((await get('/phone')).text).not.toContain('Recent numbers')
    await ring()
    const other = (await shop.push({ PhoneNumber: '254110000001' })).json.CheckoutRequestID
    await shop.control.answer(other, 'cancel')
    const { text } = await get('/phone')
    const rows = [...text.matchAll(/<li>.*?<\/li>/g)].map(([row]) => row.replace(/<[^>]+>/g, ''))
    expect(rows).toEqual(['+254 712 345 678 A request waits', '+254 110 000 001'])
  })
})

describe('the phone', () => {
  it('says that no money moves, and where the shop is', async () => {
    const { text } = await get(`/phone/${phone}`)
    expect(text).toContain('Demo phone: no real money moves.')
    expect(text).toContain('<a href="http://127.0.0.1:3000/">Back to the shop</a>')
    expect(text).toContain('rings here')
    expect((await get('/phone/254812345678')).status).toBe(404)
  })

  it('asks for the PIN, with amount, shop, account and the time that is left', async () => {
    await ring()
    time = new Date('2026-11-20T13:52:19.000Z')
    const { text } = await get(`/phone/${phone}`)
    expect(text.replace(/<[^>]+>/g, '')).toContain('Do you want to pay KSh 5,270 to VIATU? Account 3f9a21c8')
    expect(text).toMatch(/data-until="2026-11-20T13:53:07.000Z">0:48</)
    expect(text).toMatch(/<input id="pin" name="pin" type="password" inputmode="numeric"/)
    expect(text).toContain('0000 is wrong')
  })

  it('pays with four digits, and shows the message for ever after', async () => {
    const request = await ring()
    expect(await send(request, { action: 'pay', pin: '1234' })).toMatchObject({ status: 303, location: `/phone/${phone}` })
    const [payment] = shop.control.book().payments
    const message = `${payment?.receipt} Confirmed. KSh 5,270 paid to VIATU on 20/11/26 at 4:52 PM.`
    const plain = (await get(`/phone/${phone}`)).text.replace(/<[^>]+>/g, '')
    expect(plain.split(message)).toHaveLength(3)
    expect((await shop.receiver.next()).body.Body.stkCallback.ResultCode).toBe(0)
    expect(await send(request, { action: 'cancel' })).toMatchObject({ status: 303 })
    expect(shop.control.prompts()[0]).toMatchObject({ state: 'paid', results: [{ code: '0' }] })
  })

  it.each([
    ['the wrong PIN', { action: 'pay', pin: '0000' }, 2001, 'Failed. You entered the wrong PIN. KSh 5,270 was not paid to VIATU.'],
    ['Cancel', { action: 'cancel' }, 1032, 'Request cancelled by user. KSh 5,270 was not paid to VIATU.'],
  ])('ends the request with %s', async (_, fields, code, message) => {
    await send(await ring(), fields as Record<string, string>)
    expect((await shop.receiver.next()).body.Body.stkCallback.ResultCode).toBe(code)
    expect((await get(`/phone/${phone}`)).text).toContain(message)
  })

  it('asks again for what is no PIN, and the request stays', async () => {
    const request = await ring()
    for (const pin of ['', '12', '12345', 'abcd']) {
      const refused = await send(request, { action: 'pay', pin })
      expect(refused.status).toBe(422)
      expect(refused.text).toContain('Enter the 4 digits of the PIN.')
      expect(refused.text).toContain('aria-invalid="true"')
    }
    expect(shop.control.prompts()[0]?.state).toBe('open')
  })

  it('refuses for want of money when the balance is low', async () => {
    expect(await send(`/phone/${phone}/balance`, { low: 'true' })).toMatchObject({ status: 303, location: `/phone/${phone}` })
    await send(await ring(), { action: 'pay', pin: '1234' })
    expect((await shop.receiver.next()).body.Body.stkCallback.ResultCode).toBe(1)
    expect((await get(`/phone/${phone}`)).text).toContain('You do not have enough money')
    await send(`/phone/${phone}/balance`, { low: 'false' })
    await send(await ring(), { action: 'pay', pin: '1234' })
    expect((await shop.receiver.next()).body.Body.stkCallback.ResultCode).toBe(0)
  })

  it('shows money that it received, also where nothing ever rang, and says nothing of what did not come', async () => {
    const before = (await get(`/phone/${phone}`)).text
    await shop.pay()
    await shop.control.settled()
    const [{ receipt }] = shop.control.book().payouts as [{ receipt: string }, ...unknown[]]
    const { text } = await get(`/phone/${phone}`)
    expect(before).toContain('rings here')
    const plain = text.replace(/<[^>]+>/g, '')
    expect(plain.split(`${receipt} Confirmed. You have received KSh 1,500 from VIATU on 20/11/26 at 4:52 PM.`)).toHaveLength(3)
    expect((await get('/phone')).text).toContain('+254 712 345 678')
    shop.control.fault({ at: 'payoutResult', code: '2040' })
    await shop.pay({ OriginatorConversationID: 'payout-2' })
    await shop.control.settled()
    expect((await get(`/phone/${phone}`)).text).toBe(text)
  })

  it('answers for its own requests only', async () => {
    const request = await ring()
    expect((await send(request.replace(phone, '254110000001'), { action: 'cancel' })).status).toBe(404)
    expect((await send(`/phone/${phone}/prompts/ws_CO_1`, { action: 'cancel' })).status).toBe(404)
    expect((await send(request, { action: 'pay', pin: '1234' }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect(shop.control.prompts()[0]?.state).toBe('open')
  })

  it('answers a page that has seen everything with nothing, and one that has not with itself', async () => {
    const seen = async () => {
      const { text } = await get(`/phone/${phone}`)
      return [...text.matchAll(/data-version="([^"]*)"/g)].map(([, version]) => version).join('~')
    }
    const before = await seen()
    expect((await get(`/phone/${phone}?seen=${before}`)).status).toBe(204)
    const request = await ring()
    expect((await get(`/phone/${phone}?seen=${before}`)).status).toBe(200)
    expect((await get(`/phone/${phone}?seen=${await seen()}`)).status).toBe(204)
    const during = await seen()
    await send(request, { action: 'cancel' })
    expect((await get(`/phone/${phone}?seen=${during}`)).status).toBe(200)
  })

  it('has a strict policy, and its files', async () => {
    const { headers } = await get(`/phone/${phone}`)
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self';.*frame-ancestors 'self' http:\/\/127\.0\.0\.1:\* http:\/\/localhost:\*$/,
    )
    for (const [file, type] of [
      ['phone.css', 'text/css; charset=utf-8'],
      ['phone.js', 'text/javascript; charset=utf-8'],
      ['parkinsans.woff2', 'font/woff2'],
      ['instrument-sans.woff2', 'font/woff2'],
    ]) {
      const asset = await get(`/phone/assets/${file}`)
      expect([asset.status, asset.headers.get('content-type')]).toEqual([200, type])
    }
    expect((await get('/phone/assets/constructor')).status).toBe(404)
    expect((await get('/phone/assets/..%2fphone-page.ts')).status).toBe(404)
  })
})
