import { describe, expect, it } from 'vitest'
import { payout, payoutAccount } from '../../../../test/payout-account.ts'
import { cut, invalidToken, knownToken, scriptedDaraja, settings, silence, type Turn } from '../../../../test/scripted-daraja.ts'
import { createDaraja } from './daraja.ts'
import { memoryTokens } from './token.ts'

const accepted: Turn = (response, request) => {
  const { OriginatorConversationID = '1236-7134259-1' } = JSON.parse(request.body)
  response.end(JSON.stringify({ ConversationID: 'AG_1', OriginatorConversationID, ResponseCode: '0', ResponseDescription: 'Accepted' }))
}
const question = { originatorConversationId: payout.payoutId, resultUrl: payout.resultUrl, timeoutUrl: payout.timeoutUrl }

async function open(turns: Turn[], more: Partial<Parameters<typeof scriptedDaraja>[0]> = {}) {
  const daraja = await scriptedDaraja({ turns, payouts: payoutAccount, ...more })
  const payouts = daraja.mpesa.payouts!
  return { ...daraja, payouts, [Symbol.asyncDispose]: daraja.close }
}

describe('a payout', () => {
  it('is asked for with a token, on the path that takes our own id', async () => {
    await using daraja = await open([accepted])
    expect(await daraja.payouts.requestPayout(payout)).toEqual({
      outcome: 'accepted',
      conversationId: 'AG_1',
      originatorConversationId: payout.payoutId,
    })
    const [request] = daraja.asked()
    expect([request!.method, request!.path]).toEqual(['POST', '/mpesa/b2c/v3/paymentrequest'])
    expect(request!.headers).toMatchObject({ authorization: 'Bearer token-1', 'content-type': 'application/json' })
    expect(JSON.parse(request!.body)).toMatchObject({ OriginatorConversationID: payout.payoutId, Amount: '1500', PartyB: payout.phone })
  })

  it('is sent once more with a new token, when M-Pesa did not take the first one, and not a third time', async () => {
    await using daraja = await open([invalidToken, accepted])
    expect((await daraja.payouts.requestPayout(payout)).outcome).toBe('accepted')
    expect(daraja.asked().map(({ headers }) => headers.authorization)).toEqual(['Bearer token-1', 'Bearer token-2'])
    await using refused = await open([invalidToken])
    expect(await refused.payouts.requestPayout(payout)).toMatchObject({ outcome: 'refused', busy: true, credentials: false })
    expect(refused.asked()).toHaveLength(2)
  })

  it.each([
    ['silence', silence, 'time-out'],
    ['a cut line', cut, 'ECONNRESET'],
    ['a page', { body: '<html></html>' }, 'unreadable answer, HTTP 200'],
    ['a duplicate', { status: 500, body: { errorCode: '500.002.1001', errorMessage: 'Duplicate OriginatorConversationID.' } }, 'error 500.002.1001'],
  ])('is unknown after %s, and is not sent again', async (_, turn, reason) => {
    await using daraja = await open([turn as Turn], { tokens: await knownToken(), totalTimeoutMs: 300 })
    expect(await daraja.payouts.requestPayout(payout)).toEqual({ outcome: 'unknown', reason })
    expect(await daraja.payouts.queryTransaction(question)).toEqual({ outcome: 'unknown', reason })
    expect(daraja.asked()).toHaveLength(2)
  })

  it('is refused when nobody listens, and for a key that M-Pesa does not take', async () => {
    const gone = await open([accepted])
    await gone.close()
    expect(await gone.payouts.requestPayout(payout)).toMatchObject({ outcome: 'refused', code: 'unreachable', busy: true, credentials: false })
    const tokenTurn = () => ({ status: 400, body: { errorCode: '400.008.01', errorMessage: 'Invalid Authentication passed' } })
    await using refused = await open([accepted], { tokenTurn })
    expect(await refused.payouts.requestPayout(payout)).toMatchObject({ outcome: 'refused', code: '400.008.01', busy: false, credentials: true })
    expect(refused.asked()).toEqual([])
  })

  it('is neither held up by prompts that fail nor holds them up', async () => {
    const page: Turn = { body: '<html></html>' }
    await using daraja = await open([page])
    for (let i = 0; i < 6; i++) await daraja.payouts.requestPayout(payout)
    expect(daraja.asked()).toHaveLength(6)
  })

  it('rejects with a RangeError, and asks nobody, when we ask for nonsense', async () => {
    await using daraja = await open([accepted])
    await expect(daraja.payouts.requestPayout({ ...payout, amount: 50 })).rejects.toThrow(RangeError)
    await expect(daraja.payouts.queryTransaction({ ...question, originatorConversationId: '' })).rejects.toThrow(RangeError)
    expect([daraja.asked(), daraja.tokensAsked()]).toEqual([[], []])
    const wrong = { ...settings, payouts: { ...payoutAccount, certificate: '' } }
    expect(() => createDaraja(wrong, { tokens: memoryTokens() })).toThrow(RangeError)
  })

  it('cannot be asked for where there is no account to pay from', () => {
    expect(createDaraja(settings, { tokens: memoryTokens() }).payouts).toBeNull()
  })
})

describe('a question', () => {
  it('is asked about a payout, and accepted', async () => {
    await using daraja = await open([accepted])
    expect(await daraja.payouts.queryTransaction(question)).toEqual({
      outcome: 'accepted',
      conversationId: 'AG_1',
      originatorConversationId: '1236-7134259-1',
    })
    expect(daraja.asked()[0]!.path).toBe('/mpesa/transactionstatus/v1/query')
    expect(JSON.parse(daraja.asked()[0]!.body)).toMatchObject({ OriginalConversationID: payout.payoutId, PartyA: payoutAccount.shortcode })
  })
})

it('logs names, times, outcomes and masked phones, and nothing secret', async () => {
  const gossip = `${payoutAccount.initiatorPassword} ${payout.phone}`
  const error = (errorCode: string, errorMessage: string): Turn => ({ status: 500, body: { errorCode, errorMessage } })
  const turns = [accepted, error('400.002.02', `Invalid InitiatorName ${gossip}`), error(gossip, gossip), { body: { ResponseCode: gossip } }, cut]
  await using daraja = await open(turns)
  for (let i = 0; i < turns.length; i++) await daraja.payouts.requestPayout(payout)
  await daraja.payouts.queryTransaction(question)

  const text = JSON.stringify(daraja.logged)
  const sent = daraja.asked().map(({ body }) => JSON.parse(body).SecurityCredential as string)
  const secrets = [payoutAccount.initiatorPassword, payoutAccount.initiatorName, payout.phone, '712345678', 'token-1', settings.passkey, ...sent]
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
  expect(daraja.logged[1]).toEqual({ event: 'mpesa payout', outcome: 'accepted', ms: expect.any(Number), phone: '2547*****678' })
  expect(daraja.logged[2]).toMatchObject({ outcome: 'refused', code: '400.002.02', credentials: true, busy: false })
  const keys = new Set(daraja.logged.flatMap((event) => Object.keys(event)))
  expect([...keys].toSorted()).toEqual(['busy', 'code', 'credentials', 'event', 'ms', 'outcome', 'phone', 'reason'])
})
