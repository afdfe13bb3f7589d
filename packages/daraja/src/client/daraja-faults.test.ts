import { type AddressInfo, createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import { accepted, cut, invalidToken, knownToken, prompt, scriptedDaraja, settings, silence, type Turn } from '../../test/scripted-daraja.ts'
import { createDaraja } from './daraja.ts'

const halfABody: Turn = (response) => {
  response.writeHead(200, { 'Content-Length': 500 })
  response.write('{"ResponseCode":"0","CheckoutRequestID":"ws_CO_1"', () => response.socket?.destroy())
}
const stalledBody: Turn = (response) => void response.writeHead(200).write('{"ResponseCode":')

describe('what was sent and then lost', () => {
  it.each([
    ['silence', silence, 'time-out'],
    ['a body that stalls', stalledBody, 'time-out'],
    ['a cut line', cut, 'ECONNRESET'],
    ['a body cut off', halfABody, 'ECONNRESET'],
  ])('is unknown after %s, and is not sent again', async (_, turn, reason) => {
    await using daraja = await scriptedDaraja({ turns: [turn], tokens: await knownToken(), totalTimeoutMs: 300 })
    expect(await daraja.mpesa.requestPrompt(prompt)).toEqual({ outcome: 'unknown', reason })
    expect(await daraja.mpesa.queryPrompt('ws_CO_1')).toEqual({ outcome: 'no_answer', reason })
    expect(daraja.asked()).toHaveLength(2)
  })

  it('keeps to the time of one prompt when the first token was invalid', async () => {
    // No multiple of three: the token gets a third of it.
    await using daraja = await scriptedDaraja({ turns: [invalidToken, silence], totalTimeoutMs: 301 })
    expect(await daraja.mpesa.requestPrompt(prompt)).toEqual({ outcome: 'unknown', reason: 'time-out' })
  })
})

describe('what was never sent', () => {
  it('is refused as busy when nobody listens', async () => {
    const daraja = await scriptedDaraja({ turns: [accepted], tokens: await knownToken() })
    await daraja.close()
    expect(await daraja.mpesa.requestPrompt(prompt)).toMatchObject({ outcome: 'refused', code: 'unreachable', busy: true })
    expect(await daraja.mpesa.queryPrompt('ws_CO_1')).toEqual({ outcome: 'no_answer', reason: 'error unreachable' })
    expect(daraja.asked()).toEqual([])
  })

  it('is refused as busy when nobody listens where tokens come from', async () => {
    const daraja = await scriptedDaraja({ turns: [accepted] })
    await daraja.close()
    expect(await daraja.mpesa.requestPrompt(prompt)).toMatchObject({ outcome: 'refused', code: 'unreachable', busy: true })
  })

  it.each([
    ['silent', silence],
    ['cut off', cut],
  ])('is refused as busy when the token is %s', async (_, turn) => {
    await using daraja = await scriptedDaraja({ turns: [accepted], tokenTurn: () => turn, totalTimeoutMs: 300 })
    expect(await daraja.mpesa.requestPrompt(prompt)).toMatchObject({ outcome: 'refused', code: 'no_token', busy: true })
    expect(daraja.asked()).toEqual([])
  })

  it('is refused as busy when the line stands but TLS never does, and not a byte of the request has left', async () => {
    let heard = ''
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.on('data', (bytes) => {
        heard += bytes.toString('latin1')
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const baseUrl = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
    const mpesa = createDaraja({ ...settings, baseUrl }, { tokens: await knownToken(), connectTimeoutMs: 200 })
    expect(await mpesa.requestPrompt(prompt)).toEqual({
      outcome: 'refused',
      code: 'unreachable',
      message: 'M-Pesa was not reached: connect time-out',
      busy: true,
    })
    expect(heard).not.toMatch(/POST|254712345678|token-0/)
    await new Promise((resolve) => server.close(resolve))
  })
})

describe('a circuit breaker', () => {
  const lostTurn: Turn = { body: '<html></html>' }
  const locked: Turn = { status: 500, body: { errorCode: '500.001.1001', errorMessage: 'Unable to lock subscriber' } }
  function openBreaker() {
    const recorded: boolean[] = []
    const state = { allows: true }
    return { recorded, state, breaker: { allows: () => state.allows, record: (healthy: boolean) => void recorded.push(healthy) } }
  }

  it('that is open lets no prompt out, and none is recorded', async () => {
    const { breaker, recorded, state } = openBreaker()
    await using daraja = await scriptedDaraja({ turns: [accepted], breaker })
    state.allows = false
    expect(await daraja.mpesa.requestPrompt(prompt)).toMatchObject({ outcome: 'refused', code: 'resting', busy: true })
    expect([daraja.asked(), daraja.tokensAsked(), recorded]).toEqual([[], [], []])
    state.allows = true
    expect(await daraja.mpesa.requestPrompt(prompt)).toMatchObject({ outcome: 'accepted' })
    expect(recorded).toEqual([true])
  })

  it('is told that M-Pesa is not well by what got lost or was never sent, and not by what is wrong with one phone', async () => {
    const { breaker, recorded } = openBreaker()
    const daraja = await scriptedDaraja({ turns: [lostTurn, cut, locked, accepted], breaker })
    for (let i = 0; i < 4; i++) await daraja.mpesa.requestPrompt(prompt)
    await daraja.close()
    await daraja.mpesa.requestPrompt(prompt)
    expect(recorded).toEqual([false, false, true, true, false])
  })

  it('neither hears of queries nor holds them up', async () => {
    const { breaker, recorded, state } = openBreaker()
    await using daraja = await scriptedDaraja({ turns: [lostTurn], breaker })
    state.allows = false
    await daraja.mpesa.queryPrompt('ws_CO_1')
    expect([daraja.asked().length, recorded]).toEqual([1, []])
  })

  it('is not there unless one is given: every prompt is sent', async () => {
    await using daraja = await scriptedDaraja({ turns: [lostTurn] })
    for (let i = 0; i < 8; i++) expect(await daraja.mpesa.requestPrompt(prompt)).toMatchObject({ outcome: 'unknown' })
    expect(daraja.asked()).toHaveLength(8)
  })
})
