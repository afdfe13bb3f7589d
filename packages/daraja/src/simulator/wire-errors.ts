import { randomBytes, randomInt } from 'node:crypto'

/** Error codes with their usual HTTP status and text (daraja §1). The cases of 500.001.1001 differ only in their text. */
const refusals = {
  wrongAuthType: [400, '400.008.01', 'Invalid Authentication passed'],
  wrongGrantType: [400, '400.008.02', 'Invalid grant type passed'],
  invalidField: [400, '400.002.02', 'Bad Request - Invalid {field}'],
  invalidNumber: [400, '400.002.02', 'Bad Request - Invalid PhoneNumber'],
  invalidPayload: [400, '400.002.05', 'Invalid Request Payload'],
  invalidInitiator: [400, '400.002.02', 'Bad Request - Invalid InitiatorName'],
  wrongUrl: [404, '404.001.01', 'Resource not found'],
  invalidToken: [404, '404.001.03', 'Invalid Access Token'],
  wrongMethod: [405, '405.001', 'Method Not Allowed'],
  unknownMerchant: [500, '500.001.1001', 'Merchant does not exist'],
  wrongCredentials: [500, '500.001.1001', 'Wrong credentials'],
  locked: [500, '500.001.1001', 'Unable to lock subscriber, a transaction is already in process for the current subscriber'],
  processing: [500, '500.001.1001', 'The transaction is being processed'],
  processing200: [200, '500.001.1001', ''],
  unknownTransaction: [500, '500.001.1001', 'The transaction does not Exist'],
  duplicate: [500, '500.002.1001', 'Duplicate OriginatorConversationID.'],
  maintenance: [500, '500.002.1001', 'Service is currently under maintenance. Please try again later'],
  spikeArrest: [500, '500.003.02', 'Error Occurred: Spike Arrest Violation'],
  quota: [500, '500.003.03', 'Error Occurred: Quota Violation'],
  internal: [500, '500.003.1001', 'Internal Server Error'],
} as const satisfies Record<string, [status: number, code: string, message: string]>

export type Refusal = keyof typeof refusals

/** A refusal; answered in Safaricom's envelope by `wire.ts`. */
export class WireError extends Error {
  readonly status: number
  readonly errorCode: string

  constructor(refusal: Refusal, options: { field?: string; status?: number } = {}) {
    const [status, errorCode, message] = refusals[refusal]
    super(message.replace('{field}', options.field ?? ''))
    this.status = options.status ?? status
    this.errorCode = errorCode
  }

  body() {
    return { requestId: requestId(), errorCode: this.errorCode, errorMessage: this.message }
  }
}

/** `5dbd-4f93-a478-41cdaf2b9acd86873`: the newer of Daraja's two formats, for request ids and merchant request ids. */
export function requestId(): string {
  const hex = randomBytes(12).toString('hex')
  return `${hex.slice(0, 4)}-${hex.slice(4, 8)}-${hex.slice(8, 12)}-${hex.slice(12)}${randomInt(10_000, 100_000)}`
}
