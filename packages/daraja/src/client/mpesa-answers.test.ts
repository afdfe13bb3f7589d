import { describe, expect, it } from 'vitest'
import { errorRows, readPrompt, readQuery, readReply, wantsToken } from './mpesa-answers.ts'

const reply = (body: unknown, status = 200) => readReply({ outcome: 'reply', status, body: typeof body === 'string' ? body : JSON.stringify(body) })
const error = (errorCode: unknown, errorMessage?: string, status = 500) => reply({ requestId: 'r', errorCode, errorMessage }, status)

/** The gateway's own form. */
const gateway = (errorcode: string, faultstring: string, status: number) => reply({ fault: { faultstring, detail: { errorcode } } }, status)

describe('errors in answer to a push', () => {
  it.each([
    // M-Pesa's answer, its meaning, and whether M-Pesa is well
    [error('400.002.02', 'Bad Request - Invalid Amount', 400), 'refused', true],
    [error('400.002.05', 'Invalid Request Payload', 400), 'refused', true],
    [error('400.003.01', 'Bad Request', 400), 'refused', true],
    [error('404.001.01', 'Resource not found', 404), 'refused', true],
    [error('405.001', 'Method Not Allowed', 405), 'refused', true],
    [error('500.001.1001', 'Wrong credentials'), 'refused', true],
    [error('500.001.1001', 'Merchant does not exist'), 'refused', true],
    [error('500.001.1001', 'Unable to lock subscriber, a transaction is already in process'), 'busy', true],
    [error('500.003.02', 'Spike arrest violation'), 'busy', false],
    [error('500.003.02', 'System is busy', 429), 'busy', false],
    [error('500.003.03', 'Quota Violation'), 'busy', false],
    [error('404.001.03', 'Invalid Access Token', 404), 'busy', true],
    [error('404.001.03', 'Invalid Access Token', 401), 'busy', true],
    [error('401.003.01', 'Invalid access token', 401), 'busy', true],
    [error('401.002.01', 'Error Occurred - Invalid Access Token', 401), 'busy', true],
    [error('400.003.01', 'Invalid Access Token', 400), 'busy', true],
    [error('500.001.1001', 'The transaction is being processed'), 'unknown', false],
    [error('500.001.1001', ''), 'unknown', false],
    [error('500.001.1001', '', 200), 'unknown', false],
    [error('500.001.1001'), 'unknown', false],
    [error('500.003.1001', 'Internal Server Error'), 'unknown', false],
    [error('500.002.1001', 'Service is currently under maintenance'), 'unknown', false],
    [error('999', 'Who knows'), 'unknown', false],
    [error(500, 'A number'), 'unknown', false],
  ])('%j is %s', (given, means, healthy) => {
    const { answer, healthy: well } = readPrompt(given)
    expect(answer.outcome === 'refused' ? (answer.busy ? 'busy' : 'refused') : answer.outcome).toBe(means)
    expect(well).toBe(healthy)
  })

  it('hands on the code and the message', () => {
    expect(readPrompt(error('500.001.1001', 'Wrong credentials')).answer).toEqual({
      outcome: 'refused',
      code: '500.001.1001',
      message: 'Wrong credentials',
      busy: false,
      ours: true,
    })
  })

  it.each([
    [error('500.001.1001', 'Wrong credentials'), true],
    [error('500.001.1001', 'Merchant does not exist'), true],
    [error('400.002.02', 'Bad Request - Invalid BusinessShortCode', 400), true],
    [error('400.002.02', 'Bad Request - Invalid CallBackURL', 400), true],
    [error('404.001.01', 'Resource not found', 404), true],
    [error('500.003.03', 'Quota Violation'), true],
    [gateway('keymanagement.service.InvalidAPICallAsNoApiProductMatchFound', 'Invalid API call as no apiproduct match found', 401), true],
    [gateway('policies.ratelimit.QuotaViolation', 'Rate limit quota violation.', 429), true],
    [{ kind: 'unsent', code: '400.008.01', message: "M-Pesa refused the shop's own key", busy: false } as const, true],
    [error('400.002.02', 'Bad Request - Invalid PhoneNumber', 400), false],
    [error('400.002.02', 'Bad Request - Invalid PartyA', 400), false],
    [error('401.001.01', 'Unauthorized', 401), true],
    [error('403.001.01', 'Forbidden', 403), true],
    [error('405.001', 'Method Not Allowed', 405), true],
    [error('400.002.02', 'Bad Request - Invalid Amount', 400), false],
    [error('400.002.02', 'Bad Request - Invalid AccountReference', 400), false],
    [error('400.002.05', 'Invalid Request Payload', 400), false],
    [error('400.003.01', 'Bad Request', 400), false],
    [error('413.001', 'Request Entity Too Large', 413), false],
    [gateway('policies.ratelimit.SpikeArrestViolation', 'Spike arrest violation.', 429), false],
    [{ kind: 'unsent', code: 'unreachable', message: 'M-Pesa was not reached', busy: true } as const, false],
  ])('%j is the fault of the shop: %s', (given, ours) => {
    const { answer } = readPrompt(given)
    expect([answer.outcome, answer.outcome === 'refused' && answer.ours === true]).toEqual(['refused', ours])
  })

  it('asks for another token where the gateway does not take it, and is unsure about what else it says', () => {
    expect(wantsToken(gateway('keymanagement.service.invalid_access_token', 'Invalid Access Token', 401))).toBe(true)
    expect(readPrompt(gateway('messaging.adaptors.http.flow.GatewayTimeout', 'Gateway Timeout', 504)).answer.outcome).toBe('unknown')
  })

  it('gives a reason in every row, and ends with a row that fits everything', () => {
    expect(errorRows.filter(({ why }) => why.length < 10)).toEqual([])
    expect(errorRows.at(-1)).toMatchObject({ code: '', meaning: 'unknown' })
  })

  it('asks for another token at the four codes of an invalid one only', () => {
    const codes = ['404.001.03', '401.003.01', '401.002.01', '400.003.01', '404.001.01', '400.002.02', '500.001.1001']
    expect(codes.filter((code) => wantsToken(error(code, 'Invalid Access Token')))).toEqual(codes.slice(0, 4))
    expect(wantsToken(reply({ ResponseCode: '0' }))).toBe(false)
  })
})

describe('other answers to a push', () => {
  it.each([
    [{ ResponseCode: '0', CheckoutRequestID: 'ws_CO_1', MerchantRequestID: 'm' }, 'accepted'],
    [{ ResponseCode: 0, CheckoutRequestID: 'ws_CO_1', MerchantRequestID: 'm', errorCode: '' }, 'accepted'],
  ])('%j is accepted', (body, outcome) => {
    expect(readPrompt(reply(body))).toEqual({ answer: { outcome, checkoutRequestId: 'ws_CO_1', merchantRequestId: 'm' }, healthy: true })
  })

  it.each([
    { ResponseCode: '0' },
    { ResponseCode: '0', CheckoutRequestID: '' },
    { ResultCode: '0' },
    {},
    [],
    null,
    'null',
    '',
    ' ',
    '"text"',
    '<html><body>Service unavailable</body></html>',
    '{"ResponseCode":"0","CheckoutRe',
    { fault: { faultstring: 'Spike arrest' } },
  ])('%j is unknown', (body) => {
    expect(readPrompt(reply(body))).toMatchObject({ answer: { outcome: 'unknown' }, healthy: false })
  })

  it('takes any other ResponseCode for a no', () => {
    expect(readPrompt(reply({ ResponseCode: '1', ResponseDescription: 'No' })).answer).toEqual({
      outcome: 'refused',
      code: '1',
      message: 'No',
      busy: false,
    })
  })

  it('tells what was never sent from what was lost', () => {
    expect(readPrompt(readReply({ outcome: 'unsent', reason: 'ECONNREFUSED' })).answer).toMatchObject({
      outcome: 'refused',
      code: 'unreachable',
      busy: true,
    })
    expect(readPrompt(readReply({ outcome: 'lost', reason: 'time-out' })).answer).toEqual({ outcome: 'unknown', reason: 'time-out' })
  })
})

describe('answers to a query', () => {
  const answer = { ResponseCode: '0', CheckoutRequestID: 'ws_CO_1', ResultDesc: 'As it is' }

  it.each(['0', '1032', '4999', 'SFC_IC0003', 1037])('%s is an answer', (ResultCode) => {
    const read = readQuery(reply({ ...answer, ResultCode }), 'ws_CO_1')
    expect(read).toEqual({ outcome: 'answered', resultCode: String(ResultCode), resultDesc: 'As it is' })
  })

  it.each([
    error('500.001.1001', 'The transaction is being processed'),
    error('500.001.1001', 'The transaction does not Exist'),
    error('500.001.1001', '', 200),
    error('404.001.03', 'Invalid Access Token', 404),
    error('500.003.02', 'Spike arrest violation'),
    reply('<html></html>'),
    reply(''),
    reply(answer),
    reply({ ...answer, ResponseCode: '1', ResultCode: '0' }),
    reply({ ...answer, ResultCode: '0', CheckoutRequestID: 'ws_CO_2' }),
    readReply({ outcome: 'lost', reason: 'time-out' }),
    readReply({ outcome: 'unsent', reason: 'ECONNREFUSED' }),
  ])('%j is no answer', (given) => {
    expect(readQuery(given, 'ws_CO_1').outcome).toBe('no_answer')
  })
})
