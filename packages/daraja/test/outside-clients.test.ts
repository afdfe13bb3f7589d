import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import https from 'node:https'
import { createRequire } from 'node:module'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Mpesa as MpesaApi } from 'mpesa-api'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { credentials, openTestShop, payer, phone } from './test-shop.ts'

/** Clients of other authors, as npm has them: the simulated M-Pesa was written without them. */
interface MpesaNode {
  /** `https://sandbox.safaricom.co.ke` unless it is set. */
  baseURL: string
  lipaNaMpesaOnline(sender: number, amount: number, callbackUrl: string, reference: string, description: string): Promise<Answer>
  lipaNaMpesaQuery(checkoutRequestId: string): Promise<Answer>
  b2c(from: string, to: number, amount: number, timeoutUrl: string, resultUrl: string): Promise<Answer>
  transactionStatus(receipt: string, account: string, idType: number, timeoutUrl: string, resultUrl: string): Promise<Answer>
}
interface Answer {
  data: Record<string, string>
}
const MpesaNode: new (config: Record<string, string>) => MpesaNode = createRequire(import.meta.url)('mpesa-node')

let folder: string
let shop: Awaited<ReturnType<typeof openTestShop>>
let certificatePath: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outside-clients-'))
  shop = await openTestShop()
  certificatePath = join(folder, 'certificate.cer')
  await writeFile(certificatePath, await shop.control.certificate())
  shop.control.answerAutomatically({ pin: true })
})
afterEach(async () => {
  await shop.close()
  await rm(folder, { recursive: true })
})

const callback = async () => (await shop.receiver.next()).body.Body.stkCallback
const result = async () => JSON.parse((await shop.receiver.next()).text).Result

describe('mpesa-node, Safaricom’s own, with its base URL set', () => {
  const open = () => {
    const mpesa = new MpesaNode({
      consumerKey: credentials.consumerKey,
      consumerSecret: credentials.consumerSecret,
      lipaNaMpesaShortCode: credentials.shortcode,
      lipaNaMpesaShortPass: credentials.passkey,
      initiatorName: payer.initiatorName,
      securityCredential: payer.initiatorPassword,
      certPath: certificatePath,
    })
    mpesa.baseURL = shop.simulator.url
    return mpesa
  }

  it('gets a prompt paid, called back about, and found by a query', async () => {
    const mpesa = open()
    const { data } = await mpesa.lipaNaMpesaOnline(Number(phone), 1500, `${shop.receiver.url}/callbacks/1`, 'ORDER1', 'Shoes')
    expect(data).toMatchObject({ ResponseCode: '0' })
    expect(await callback()).toMatchObject({ CheckoutRequestID: data.CheckoutRequestID, ResultCode: 0 })
    expect((await mpesa.lipaNaMpesaQuery(data.CheckoutRequestID!)).data).toMatchObject({ ResultCode: '0' })
    expect(shop.control.book().payments).toMatchObject([{ amount: 1500, phone, reference: 'ORDER1' }])
  })

  it('pays out, and asks for the payout by its receipt', async () => {
    const mpesa = open()
    const addresses = [`${shop.receiver.url}/late/1`, `${shop.receiver.url}/results/1`] as const
    expect((await mpesa.b2c(payer.shortcode, Number(phone), 1200, ...addresses)).data).toMatchObject({ ResponseCode: '0' })
    const paid = await result()
    expect(paid).toMatchObject({ ResultCode: 0 })
    expect((await mpesa.transactionStatus(paid.TransactionID, payer.shortcode, 4, ...addresses)).data).toMatchObject({ ResponseCode: '0' })
    expect(JSON.stringify(await result())).toContain('"Value":"Completed"')
    expect(shop.control.book().payouts).toMatchObject([{ receipt: paid.TransactionID, amount: 1200, phone }])
  })
})

describe('mpesa-api, whose address is fixed, with a socket to the simulator in place of one to Safaricom', () => {
  const own = https.globalAgent
  afterEach(() => {
    https.globalAgent = own
  })
  const open = async () => {
    https.globalAgent = agentTo(new URL(shop.simulator.url))
    return new MpesaApi(
      {
        clientKey: credentials.consumerKey,
        clientSecret: credentials.consumerSecret,
        // It can seal the password itself, but does not wait until it has: a payout right after it was made would go out without.
        securityCredential: await shop.credential(),
        initiatorPassword: payer.initiatorPassword,
      },
      'sandbox',
    )
  }
  const push = (mpesa: MpesaApi) =>
    mpesa.lipaNaMpesaOnline({
      BusinessShortCode: Number(credentials.shortcode),
      passKey: credentials.passkey,
      TransactionType: 'CustomerPayBillOnline',
      TransactionDesc: 'Shoes',
      Amount: 1500,
      PartyA: phone,
      PartyB: credentials.shortcode,
      PhoneNumber: phone,
      CallBackURL: `${shop.receiver.url}/callbacks/1`,
      AccountReference: 'ORDER1',
    })

  it('gets a prompt paid, called back about, and found by a query', async () => {
    const mpesa = await open()
    const answer = await push(mpesa)
    expect(answer).toMatchObject({ ResponseCode: '0' })
    expect(await callback()).toMatchObject({ CheckoutRequestID: answer.CheckoutRequestID, ResultCode: 0 })
    const question = { BusinessShortCode: Number(credentials.shortcode), passKey: credentials.passkey, CheckoutRequestID: answer.CheckoutRequestID }
    expect(await mpesa.lipaNaMpesaQuery(question)).toMatchObject({ ResultCode: '0' })
    expect(shop.control.book().payments).toMatchObject([{ amount: 1500, phone, reference: 'ORDER1' }])
  })

  it('reads a refusal of the simulator as one of M-Pesa', async () => {
    shop.control.fault({ at: 'submit', answer: 'locked' })
    await expect(push(await open())).rejects.toMatchObject({ statusCode: 500, data: { errorCode: '500.001.1001' } })
  })

  it('pays out', async () => {
    const mpesa = await open()
    const answer = await mpesa.b2c({
      Initiator: payer.initiatorName,
      CommandID: 'BusinessPayment',
      Amount: 1200,
      PartyA: payer.shortcode,
      PartyB: phone,
      Remarks: 'Commission',
      Occasion: 'Payout',
      QueueTimeOutURL: `${shop.receiver.url}/late/1`,
      ResultURL: `${shop.receiver.url}/results/1`,
    })
    expect(answer).toMatchObject({ ResponseCode: '0' })
    expect(await result()).toMatchObject({ ResultCode: 0 })
    expect(shop.control.book().payouts).toMatchObject([{ amount: 1200, phone }])
  })
})

/** An agent for https whose connections lead to the simulator, which has no TLS. */
function agentTo({ hostname, port }: URL): https.Agent {
  const agent = new https.Agent({ keepAlive: false })
  return Object.assign(agent, { createConnection: () => connect({ host: hostname, port: Number(port) }) })
}
