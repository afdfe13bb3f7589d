import { describe, expect, it } from 'vitest'
import { readReply } from './mpesa-answers.ts'
import { readPayoutAnswer } from './payouts.ts'

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
