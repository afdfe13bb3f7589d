import { constants, publicEncrypt } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Simulator, type SimulatorOptions, startSimulator } from '../src/simulator/simulator.ts'

export const phone = '254712345678'
export const credentials = { consumerKey: 'test-key', consumerSecret: 'test-secret', shortcode: '174379', passkey: 'test-passkey' }
export const payer = { shortcode: '600992', initiatorName: 'test-payer', initiatorPassword: 'test-initiator' }

export interface Received {
  path: string
  headers: Record<string, string | string[] | undefined>
  text: string
  body: {
    Body: { stkCallback: { ResultCode: number | string; CallbackMetadata?: { Item: { Name: string; Value?: unknown }[] } } & Record<string, unknown> }
  }
}

/** The key of the first shop that needed one: to make another takes a tenth of a second. */
let knownKey: string | undefined

/** A minimal client with a callback receiver, for the simulator's tests. */
export async function openTestShop({ makesKey = false, ...options }: Partial<SimulatorOptions> & { makesKey?: boolean } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'simulator-'))
  const receiver = await openReceiver()
  const bookPath = join(folder, 'book.jsonl')
  if (knownKey && !makesKey) await writeFile(`${bookPath}.key`, knownKey)
  const simulator = await startSimulator({ bookPath, ...credentials, shopName: 'Viatu', ...options, payouts: { ...payer, ...options.payouts } })
  const calls = createCalls(simulator.url, `${receiver.url}/callbacks/1`)
  const close = async () => {
    await simulator.stop()
    await receiver.close()
    knownKey ??= await readFile(`${bookPath}.key`, 'utf8').catch(() => undefined)
    await rm(folder, { recursive: true })
  }
  return { simulator, control: simulator.control, bookPath, receiver, ...calls, ...createPayoutCalls(simulator, receiver.url, calls.post), close }
}

/** Calls for payouts and status queries, with an encrypted credential. */
function createPayoutCalls({ control }: Simulator, receiverUrl: string, post: ReturnType<typeof createCalls>['post']) {
  const addresses = { ResultURL: `${receiverUrl}/results/1`, QueueTimeOutURL: `${receiverUrl}/late/1` }
  const credential = async (password: string = payer.initiatorPassword) => securityCredential(password, await control.certificate())
  const pay = async (changes: Record<string, unknown> = {}, path = '/mpesa/b2c/v3/paymentrequest') =>
    post(path, {
      OriginatorConversationID: 'payout-1',
      InitiatorName: payer.initiatorName,
      SecurityCredential: await credential(),
      CommandID: 'BusinessPayment',
      Amount: '1500',
      PartyA: payer.shortcode,
      PartyB: phone,
      Remarks: 'Viatu commission',
      Occassion: 'Payout',
      ...addresses,
      ...changes,
    })
  /** The v1 call, without OriginatorConversationID. */
  const payV1 = async (changes: Record<string, unknown> = {}) =>
    pay({ OriginatorConversationID: undefined, ...changes }, '/mpesa/b2c/v1/paymentrequest')
  const ask = async (changes: Record<string, unknown> = {}) =>
    post('/mpesa/transactionstatus/v1/query', {
      Initiator: payer.initiatorName,
      SecurityCredential: await credential(),
      CommandID: 'TransactionStatusQuery',
      OriginalConversationID: 'payout-1',
      PartyA: payer.shortcode,
      IdentifierType: '4',
      Remarks: 'Payout',
      Occasion: 'Payout',
      ...addresses,
      ...changes,
    })
  return { pay, payV1, ask, credential }
}

/** A password encrypted with the certificate's key: RSA with PKCS #1 v1.5 padding, in base64 (daraja §5). */
export function securityCredential(password: string, certificate: string): string {
  return publicEncrypt({ key: certificate, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(password)).toString('base64')
}

export function createCalls(url: string, callbackUrl: string) {
  const basic = `Basic ${Buffer.from(`${credentials.consumerKey}:${credentials.consumerSecret}`).toString('base64')}`
  let token: Promise<string> | undefined

  async function auth(headers: Record<string, string> = { authorization: basic }, query = '?grant_type=client_credentials') {
    return answerOf(await fetch(`${url}/oauth/v1/generate${query}`, { headers }))
  }

  async function post(path: string, body: unknown, headers: Record<string, string> = {}) {
    // Fetched once, because each new token invalidates the one before.
    token ??= auth().then(({ json }) => json?.access_token)
    const all = { 'content-type': 'application/json', authorization: `Bearer ${await token}`, ...headers }
    return answerOf(await fetch(url + path, { method: 'POST', headers: all, body: typeof body === 'string' ? body : JSON.stringify(body) }))
  }

  const push = (changes: Record<string, unknown> = {}) => post('/mpesa/stkpush/v1/processrequest', pushBody(callbackUrl, changes))
  const query = (id: string, changes: Record<string, unknown> = {}) =>
    post('/mpesa/stkpushquery/v1/query', { ...passwordFields('20261120165207'), CheckoutRequestID: id, ...changes })
  const useToken = (fresh: string) => {
    token = Promise.resolve(fresh)
  }
  return { auth, post, push, query, useToken }
}

export function pushBody(callbackUrl: string, changes: Record<string, unknown> = {}) {
  return {
    ...passwordFields('20261120165207'),
    TransactionType: 'CustomerPayBillOnline',
    Amount: 5270,
    PartyA: phone,
    PartyB: credentials.shortcode,
    PhoneNumber: phone,
    CallBackURL: callbackUrl,
    AccountReference: '3f9a21c8',
    TransactionDesc: 'Viatu shoes',
    ...changes,
  }
}

export function passwordFields(Timestamp: string) {
  const { shortcode, passkey } = credentials
  return { BusinessShortCode: shortcode, Password: Buffer.from(shortcode + passkey + Timestamp).toString('base64'), Timestamp }
}

async function answerOf(response: Response) {
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return { status: response.status, text, json: isJson && text ? JSON.parse(text) : undefined }
}

/** A server that records the bodies posted to it; `next` waits for the next unread one. */
export async function openReceiver() {
  const received: Received[] = []
  const waiting: ((one: Received) => void)[] = []
  const answers = { status: 200 }
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8')
      const one = { path: request.url!, headers: request.headers, text, body: JSON.parse(text) }
      const taker = waiting.shift()
      if (taker) taker(one)
      else received.push(one)
      if (answers.status > 0)
        response.writeHead(answers.status, { 'content-type': 'application/json' }).end('{"ResultCode":0,"ResultDesc":"Accepted"}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answers,
    /** Unread bodies. */
    received,
    next: () => new Promise<Received>((resolve) => (received.length > 0 ? resolve(received.shift()!) : waiting.push(resolve))),
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}
