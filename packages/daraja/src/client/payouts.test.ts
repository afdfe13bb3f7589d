import { describe, expect, it } from 'vitest'
import { payout, payoutAccount } from '../../test/payout-account.ts'
import { cut, invalidToken, knownToken, scriptedDaraja, settings, silence, type Turn } from '../../test/scripted-daraja.ts'
import { createDaraja } from './daraja.ts'
import { readReply } from './mpesa-answers.ts'
import { readPayoutAnswer } from './payouts.ts'
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

const reply = (body: unknown, status = 200) => readReply({ outcome: 'reply', status, body: typeof body === 'string' ? body : JSON.stringify(body) })
const error = (errorCode: string, errorMessage: string, status = 500) => reply({ requestId: 'r', errorCode, errorMessage }, status)
const read = (given: ReturnType<typeof reply>) => readPayoutAnswer(given, 'payout-1')

describe('an answer to a payout', () => {
  it.each([
    [error('400.002.02', 'Bad Request - Invalid PartyB', 400), 'refused'],
    [error('400.002.05', 'Invalid Request Payload', 400), 'refused'],
    [error('404.001.01', 'Resource not found', 404), 'refused'],
    [error('500.001.1001', 'Merchant does not exist'), 'refused'],
    [reply({ ResponseCode: '1', ResponseDescription: 'No' }), 'refused'],
    [error('400.002.02', 'Bad Request - Invalid InitiatorName', 400), 'credentials'],
    [error('400.002.02', 'Bad Request - Invalid SecurityCredential', 400), 'credentials'],
    [error('400.002.02', 'Bad Request - Invalid Security Credential', 400), 'credentials'],
    [error('500.001.1001', 'Wrong credentials'), 'credentials'],
    [reply({ ResponseCode: '2001', ResponseDescription: 'No' }), 'credentials'],
    [reply({ ResponseCode: 8006, ResponseDescription: 'Locked' }), 'credentials'],
    [error('500.003.02', 'Spike arrest violation'), 'busy'],
    [error('500.003.02', 'System is busy', 429), 'busy'],
    [error('500.003.03', 'Quota Violation'), 'busy'],
    [error('404.001.03', 'Invalid Access Token', 404), 'busy'],
    [error('400.003.01', 'Invalid Access Token', 400), 'busy'],
    [error('500.002.1001', 'Duplicate OriginatorConversationID.'), 'unknown'],
    [error('500.002.1001', 'Service is currently under maintenance'), 'unknown'],
    [error('500.003.1001', 'Internal Server Error'), 'unknown'],
    [error('500.001.1001', ''), 'unknown'],
    [error('999', 'Who knows'), 'unknown'],
    [reply({ ResponseCode: '15', ResponseDescription: 'Duplicate' }), 'unknown'],
    [reply({ ResponseCode: '17', ResponseDescription: 'Internal failure' }), 'unknown'],
    [reply({ ResultCode: '0' }), 'unknown'],
    [reply('<html></html>'), 'unknown'],
    [reply(''), 'unknown'],
    [reply({ ResponseCode: '0', ConversationID: 'AG_1', OriginatorConversationID: 'payout-2' }), 'unknown'],
    [reply({ ResponseCode: '0', ConversationID: 'AG_1' }), 'unknown'],
  ])('%j is %s', (given, means) => {
    const answer = read(given)
    const kind = answer.outcome !== 'refused' ? answer.outcome : answer.busy ? 'busy' : answer.credentials ? 'credentials' : 'refused'
    expect(kind).toBe(means)
  })

  it('is accepted under the id of the payout only', () => {
    const accepted = reply({ ConversationID: 'AG_1', OriginatorConversationID: 'payout-1', ResponseCode: '0', ResponseDescription: 'Fine' })
    expect(read(accepted)).toEqual({ outcome: 'accepted', conversationId: 'AG_1', originatorConversationId: 'payout-1' })
  })

  it('to a question is accepted under M-Pesa’s own id', () => {
    const accepted = reply({ ConversationID: 'AG_1', OriginatorConversationID: '1236-7134259-1', ResponseCode: '0' })
    expect(readPayoutAnswer(accepted, null)).toEqual({ outcome: 'accepted', conversationId: 'AG_1', originatorConversationId: '1236-7134259-1' })
  })

  it('that never left us is refused, as busy or for our own key', () => {
    expect(read(readReply({ outcome: 'unsent', reason: 'ECONNREFUSED' }))).toMatchObject({ outcome: 'refused', busy: true, credentials: false })
    expect(read({ kind: 'unsent', code: '400.008.01', message: 'our key', busy: false })).toMatchObject({ credentials: true, busy: false })
    expect(read({ kind: 'unsent', code: 'no_token', message: 'no token', busy: true })).toMatchObject({ credentials: false, busy: true })
  })

  it('that was lost is unknown', () => {
    expect(read(readReply({ outcome: 'lost', reason: 'time-out' }))).toEqual({ outcome: 'unknown', reason: 'time-out' })
  })
})
