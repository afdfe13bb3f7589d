import { generateKeyPairSync } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { credentials, openTestShop, payer, phone, securityCredential } from '../../test/test-shop.ts'
import { selfSigned } from './keys.ts'
import { startSimulator } from './simulator.ts'

let shop: Awaited<ReturnType<typeof openTestShop>>
afterEach(() => shop.close())

interface Told {
  path: string
  Result: Record<string, unknown> & { ResultCode: number | string; ResultParameters?: { ResultParameter: { Key: string; Value?: unknown }[] } }
}

async function told(): Promise<Told> {
  const { path, text } = await shop.receiver.next()
  return { path, ...JSON.parse(text) }
}

const valuesOf = ({ Result }: Told) => Object.fromEntries((Result.ResultParameters?.ResultParameter ?? []).map(({ Key, Value }) => [Key, Value]))
const at = new Date('2026-11-20T13:52:07.250Z')

describe('a payout', () => {
  it('is accepted under the id of the shop, and told once', async () => {
    shop = await openTestShop({ now: () => at })
    const { status, json } = await shop.pay()
    expect(status).toBe(200)
    expect(json).toEqual({
      ConversationID: expect.stringMatching(/^AG_20261120_[0-9a-f]{20}$/),
      OriginatorConversationID: 'payout-1',
      ResponseCode: '0',
      ResponseDescription: 'Accept the service request successfully.',
    })
    const result = await told()
    const [paid] = shop.control.book().payouts
    expect(result).toEqual({
      path: '/results/1',
      Result: {
        ResultType: 0,
        ResultCode: 0,
        ResultDesc: 'The service request is processed successfully.',
        OriginatorConversationID: 'payout-1',
        ConversationID: json.ConversationID,
        TransactionID: paid!.receipt,
        ResultParameters: { ResultParameter: expect.any(Array) },
        ReferenceData: { ReferenceItem: { Key: 'QueueTimeoutURL', Value: `${shop.receiver.url}/late/1` } },
      },
    })
    expect(valuesOf(result)).toMatchObject({
      TransactionAmount: 1500,
      TransactionReceipt: expect.stringMatching(/^UKK[0-9A-Z]{7}$/),
      ReceiverPartyPublicName: '254712345678 - JOHN DOE',
      TransactionCompletedDateTime: '20.11.2026 16:52:07',
      B2CUtilityAccountAvailableFunds: 998_500,
      B2CRecipientIsRegisteredCustomer: 'Y',
    })
    await shop.control.settled()
    expect(shop.receiver.received).toEqual([])
    expect(shop.control.book()).toEqual({
      payments: [],
      total: 0,
      payouts: [
        {
          receipt: paid!.receipt,
          conversationId: json.ConversationID,
          originatorConversationId: 'payout-1',
          amount: 1500,
          phone,
          paidAt: at.toISOString(),
        },
      ],
      paidOut: 1500,
      funds: 998_500,
    })
    expect(shop.control.payouts(phone)).toMatchObject([{ state: 'paid', code: '0', notices: [{ what: 'result', outcome: 'answered', status: 200 }] }])
    expect(shop.control.payouts('254110000001')).toEqual([])
  })

  it('with an id that M-Pesa has had is refused: before its result, after it, after a failure, and of two at once', async () => {
    shop = await openTestShop()
    shop.useToken((await shop.auth()).json.access_token)
    const duplicate = { status: 500, json: { errorCode: '500.002.1001', errorMessage: 'Duplicate OriginatorConversationID.' } }
    const both = await Promise.all([shop.pay(), shop.pay()])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 500])
    await told()
    expect(await shop.pay()).toMatchObject(duplicate)
    expect(await shop.pay({ Amount: 20, PartyB: '254110000001' })).toMatchObject(duplicate)
    shop.control.fault({ at: 'payoutResult', code: '2040' })
    await shop.pay({ OriginatorConversationID: 'payout-2' })
    await told()
    expect(await shop.pay({ OriginatorConversationID: 'payout-2' })).toMatchObject(duplicate)
    expect(shop.control.book()).toMatchObject({ paidOut: 1500, funds: 998_500 })
  })

  it.each([
    ['OriginatorConversationID', [undefined, '', 'a b', 'x'.repeat(41)]],
    ['InitiatorName', [undefined, '']],
    ['SecurityCredential', [undefined, '', 'not base 64']],
    ['CommandID', [undefined, 'BusinessPayBill']],
    ['Amount', [undefined, 0, -1, 1.5, '1.00', 250_001, 'ten']],
    ['PartyA', [undefined, '12', '600000']],
    ['PartyB', [undefined, '0712345678', '254812345678']],
    ['Remarks', [undefined, 'x', 'x'.repeat(101)]],
    ['Occassion', ['x'.repeat(101)]],
    ['ResultURL', [undefined, '/results', 'https://Shop.example/1', 'https://shop.example/mpesa/1', 'https://shop.example/query']],
    ['QueueTimeOutURL', [undefined, 'ftp://shop.example', 'https://shop.example/sql']],
  ])('names %s when it is wrong', async (field, values) => {
    shop = await openTestShop()
    for (const value of values) {
      const { status, json } = await shop.pay({ [field]: value })
      expect.soft({ value, status, code: json.errorCode, message: json.errorMessage }).toEqual({
        value,
        status: 400,
        code: '400.002.02',
        message: `Bad Request - Invalid ${field}`,
      })
    }
    expect(shop.control.payouts()).toEqual([])
  })

  it('of the older call gets its id with the answer, and is told and asked about by it', async () => {
    shop = await openTestShop({ now: () => at })
    shop.useToken((await shop.auth()).json.access_token)
    const { status, json } = await shop.payV1()
    expect([status, json]).toEqual([
      200,
      {
        ConversationID: expect.stringMatching(/^AG_20261120_[0-9a-f]{20}$/),
        OriginatorConversationID: expect.stringMatching(/^\d+-\d+-1$/),
        ResponseCode: '0',
        ResponseDescription: 'Accept the service request successfully.',
      },
    ])
    const { ConversationID, OriginatorConversationID } = json
    expect(await told()).toMatchObject({ path: '/results/1', Result: { ResultCode: 0, ConversationID, OriginatorConversationID } })
    await shop.ask({ OriginalConversationID: OriginatorConversationID })
    expect(valuesOf(await told())).toMatchObject({ TransactionStatus: 'Completed', OriginatorConversationID, ConversationID })
    expect(shop.control.book()).toMatchObject({ payouts: [{ originatorConversationId: OriginatorConversationID }], paidOut: 1500 })
  })

  it('of the older call is paid as often as it is asked for, whatever id it brings: only the newer one knows a repeat', async () => {
    shop = await openTestShop()
    shop.useToken((await shop.auth()).json.access_token)
    await shop.pay()
    const answers = await Promise.all([shop.payV1(), shop.payV1(), shop.payV1({ OriginatorConversationID: 'payout-1' })])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    for (let count = 0; count < 4; count++) expect((await told()).Result.ResultCode).toBe(0)
    expect(shop.control.book().paidOut).toBe(6000)
    expect(new Set(shop.control.payouts().map(({ originatorConversationId }) => originatorConversationId)).size).toBe(4)
  })

  it('of the older call is checked, meets faults, and has its rules as the newer one', async () => {
    shop = await openTestShop()
    const changes = { Amount: 1.5, PartyB: '0712345678', PartyA: '600000', Remarks: 'x', SecurityCredential: '', QueueTimeOutURL: 'x' }
    for (const [field, value] of Object.entries(changes))
      expect.soft(await shop.payV1({ [field]: value })).toMatchObject({ status: 400, json: { errorMessage: `Bad Request - Invalid ${field}` } })
    shop.control.fault({ at: 'payout', answer: 'spikeArrest', phone })
    expect((await shop.payV1()).json.errorCode).toBe('500.003.02')
    expect(shop.control.payouts()).toEqual([])
    await shop.payV1({ Amount: 9 })
    expect((await told()).Result.ResultCode).toBe(2)
    expect((await fetch(`${shop.simulator.url}/mpesa/b2c/v1/paymentrequest`)).status).toBe(405)
    shop.useToken('nonsense')
    expect((await shop.payV1()).json.errorCode).toBe('404.001.03')
  })

  it('needs its token and its method', async () => {
    shop = await openTestShop()
    shop.useToken('nonsense')
    for (const call of [shop.pay, shop.ask]) expect(await call()).toMatchObject({ status: 404, json: { errorCode: '404.001.03' } })
    for (const path of ['/mpesa/b2c/v3/paymentrequest', '/mpesa/transactionstatus/v1/query'])
      expect((await fetch(shop.simulator.url + path)).status).toBe(405)
  })
})

describe('M-Pesa’s own rules', () => {
  it('pays only what the account holds, also when two ask at once', async () => {
    shop = await openTestShop()
    await shop.control.setFunds(2000)
    shop.useToken((await shop.auth()).json.access_token)
    await Promise.all(['a', 'b'].map((OriginatorConversationID) => shop.pay({ OriginatorConversationID })))
    const codes = [await told(), await told()].map(({ Result }) => Result.ResultCode)
    expect(codes.sort()).toEqual([0, 1])
    expect(shop.control.book()).toMatchObject({ paidOut: 1500, funds: 500 })
    await shop.control.setFunds(1500)
    await shop.pay({ OriginatorConversationID: 'c' })
    expect((await told()).Result.ResultCode).toBe(0)
    expect(shop.control.book()).toMatchObject({ paidOut: 3000, funds: 0 })
  })

  it('pays no less than KSh 10', async () => {
    shop = await openTestShop()
    await shop.pay({ Amount: 9 })
    expect((await told()).Result.ResultCode).toBe(2)
    await shop.pay({ Amount: 10, OriginatorConversationID: 'payout-2' })
    expect((await told()).Result.ResultCode).toBe(0)
  })

  it('opens the credential: another password, name, certificate or padding is 2001', async () => {
    shop = await openTestShop()
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const stranger = selfSigned(privateKey, 'stranger', at)
    const wrong: Record<string, unknown>[] = [
      { SecurityCredential: await shop.credential('wrong') },
      { InitiatorName: 'somebody' },
      { SecurityCredential: securityCredential(payer.initiatorPassword, stranger) },
      { SecurityCredential: Buffer.from(payer.initiatorPassword).toString('base64') },
      { SecurityCredential: Buffer.alloc(256, 255).toString('base64') },
    ]
    for (const [count, changes] of wrong.entries()) {
      shop.control.reset()
      await shop.pay({ OriginatorConversationID: `payout-${count}`, ...changes })
      const { Result } = await told()
      expect.soft(Result).toMatchObject({ ResultCode: 2001, TransactionID: expect.stringMatching(/^[A-Z0-9]{10}$/) })
      expect.soft(Result).not.toHaveProperty('ResultParameters')
    }
    expect(shop.control.book()).toMatchObject({ payouts: [], funds: 1_000_000 })
  })

  it('locks the initiator after three wrong ones in a row, also for the right one', async () => {
    shop = await openTestShop()
    const SecurityCredential = await shop.credential('wrong')
    const codes: unknown[] = []
    for (let count = 0; count < 5; count++) {
      await shop.pay({ OriginatorConversationID: `payout-${count}`, ...(count < 4 && { SecurityCredential }) })
      codes.push((await told()).Result.ResultCode)
    }
    expect(codes).toEqual([2001, 2001, 2001, 8006, 8006])
    await shop.ask({ OriginalConversationID: 'payout-0' })
    expect((await told()).Result.ResultCode).toBe(8006)
    shop.control.reset()
    await shop.pay({ OriginatorConversationID: 'payout-9' })
    expect((await told()).Result.ResultCode).toBe(0)
  })
})

describe('wrong initiators', () => {
  it('count in a row only: a right one begins anew', async () => {
    shop = await openTestShop()
    const SecurityCredential = await shop.credential('wrong')
    const codes: unknown[] = []
    for (const [count, isWrong] of [true, true, false, true, true, false].entries()) {
      await shop.pay({ OriginatorConversationID: `payout-${count}`, ...(isWrong && { SecurityCredential }) })
      codes.push((await told()).Result.ResultCode)
    }
    expect(codes).toEqual([2001, 2001, 0, 2001, 2001, 0])
  })
})

describe('the key', () => {
  it('is kept, so that a certificate stays good from start to start, and is readable for its owner alone', async () => {
    shop = await openTestShop({ makesKey: true })
    const certificate = await shop.control.certificate()
    const path = `${shop.bookPath}.key`
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect(await readFile(path, 'utf8')).toContain(certificate)
    await shop.simulator.stop()
    const again = await startSimulator({ bookPath: shop.bookPath, ...credentials })
    expect(await again.control.certificate()).toBe(certificate)
    await again.stop()
  })

  it('never stands in the book, nor does what was sealed with it', async () => {
    shop = await openTestShop()
    const SecurityCredential = await shop.credential()
    await shop.pay({ SecurityCredential })
    await told()
    const book = await readFile(shop.bookPath, 'utf8')
    expect([payer.initiatorPassword, SecurityCredential, 'PRIVATE KEY'].filter((secret) => book.includes(secret))).toEqual([])
  })
})

describe('faults of a payout', () => {
  it.each(['1', '4', '8', '11', '21', '2006', '2028', '2040', '8006', '777'])('tells %s, and no money moves', async (code) => {
    shop = await openTestShop()
    shop.control.fault({ at: 'payoutResult', code, phone })
    await shop.pay()
    expect((await told()).Result).toMatchObject({ ResultCode: Number(code), ResultDesc: expect.stringMatching(/./) })
    expect(shop.control.payouts()).toMatchObject([{ state: 'failed', code, receipt: null }])
    expect(shop.control.book()).toMatchObject({ payouts: [], funds: 1_000_000 })
  })

  it('tells a code that is no number', async () => {
    shop = await openTestShop()
    shop.control.fault({ at: 'payoutResult', code: 'SFC_IC0003' })
    await shop.pay()
    expect((await told()).Result.ResultCode).toBe('SFC_IC0003')
  })

  it('tells that it timed out in the queue, and its result all the same', async () => {
    shop = await openTestShop()
    shop.control.fault({ at: 'payoutResult', timeout: true, afterMs: 150 })
    const { json } = await shop.pay()
    expect(await told()).toMatchObject({ path: '/late/1', Result: { OriginatorConversationID: 'payout-1', ConversationID: json.ConversationID } })
    expect(shop.control.payouts()).toMatchObject([{ state: 'open' }])
    expect(await told()).toMatchObject({ path: '/results/1', Result: { ResultCode: 0 } })
    await shop.control.settled()
    expect(shop.control.payouts()[0]!.notices).toMatchObject([{ what: 'timeout' }, { what: 'result' }])
  })

  it('tells nothing: the result is dropped, or never there', async () => {
    shop = await openTestShop()
    shop.control.fault({ at: 'payoutResult', drop: true })
    await shop.pay()
    shop.control.fault({ at: 'payoutResult', never: true })
    await shop.pay({ OriginatorConversationID: 'payout-2' })
    await shop.control.settled()
    expect(shop.receiver.received).toEqual([])
    expect(shop.control.payouts()).toMatchObject([
      { state: 'paid', notices: [{ what: 'result', outcome: 'dropped' }] },
      { state: 'open', code: null, notices: [] },
    ])
  })

  it('tells it many times over, late, with a wrong amount, and without its parameters', async () => {
    shop = await openTestShop()
    const without = ['TransactionReceipt' as const, 'ReceiverPartyPublicName' as const]
    shop.control.fault({ at: 'payoutResult', copies: 20, delayMs: 20, amount: 1, without })
    await shop.pay()
    await shop.control.settled()
    const bodies = new Set(shop.receiver.received.map(({ text }) => text))
    expect([shop.receiver.received.length, bodies.size]).toEqual([20, 1])
    const values = valuesOf(await told())
    expect(values).toMatchObject({ TransactionAmount: 1 })
    expect(Object.keys(values)).not.toEqual(expect.arrayContaining(without))
    expect(shop.control.book()).toMatchObject({ paidOut: 1500 })
  })

  it.each([
    ['invalidInitiator', 400, '400.002.02', 'Bad Request - Invalid InitiatorName'],
    ['invalidNumber', 400, '400.002.02', 'Bad Request - Invalid PhoneNumber'],
    ['invalidToken', 404, '404.001.03', 'Invalid Access Token'],
    ['maintenance', 500, '500.002.1001', 'Service is currently under maintenance. Please try again later'],
    ['spikeArrest', 500, '500.003.02', 'Error Occurred: Spike Arrest Violation'],
    ['internal', 500, '500.003.1001', 'Internal Server Error'],
  ] as const)('answers %s, and nothing is done', async (answer, status, errorCode, errorMessage) => {
    shop = await openTestShop()
    shop.control.fault({ at: 'payout', answer })
    expect(await shop.pay()).toMatchObject({ status, json: { errorCode, errorMessage } })
    expect(shop.control.payouts()).toEqual([])
  })

  it('loses the reply after it was accepted, or before', async () => {
    shop = await openTestShop()
    shop.useToken((await shop.auth()).json.access_token)
    shop.control.fault({ at: 'payout', answer: 'cut' })
    await expect(shop.pay()).rejects.toThrow()
    expect(shop.control.payouts()).toEqual([])
    shop.control.fault({ at: 'payout', answer: 'lostReply' })
    await expect(shop.pay()).rejects.toThrow()
    expect((await told()).Result.ResultCode).toBe(0)
  })
})

describe('a question what became of a payout', () => {
  it('is accepted, and answered at an address of its own with the payout among the parameters', async () => {
    shop = await openTestShop({ now: () => at })
    await shop.pay()
    await told()
    const { receipt } = shop.control.book().payouts[0]!
    const { status, json } = await shop.ask({ ResultURL: `${shop.receiver.url}/found/1` })
    expect([status, json]).toEqual([
      200,
      {
        ConversationID: expect.stringMatching(/^AG_/),
        OriginatorConversationID: expect.stringMatching(/^\d+-\d+-1$/),
        ResponseCode: '0',
        ResponseDescription: 'Accept the service request successfully.',
      },
    ])
    const found = await told()
    expect(found).toMatchObject({ path: '/found/1', Result: { ResultCode: 0, OriginatorConversationID: json.OriginatorConversationID } })
    expect(valuesOf(found)).toMatchObject({
      TransactionStatus: 'Completed',
      ReceiptNo: receipt,
      Amount: '1500',
      OriginatorConversationID: 'payout-1',
      FinalisedTime: 20_261_120_165_207,
      CreditPartyName: '254712345678 - JOHN DOE',
    })
    await shop.ask({ OriginalConversationID: undefined, TransactionID: receipt })
    expect(valuesOf(await told())).toMatchObject({ TransactionStatus: 'Completed', OriginatorConversationID: 'payout-1' })
  })

  it('finds a payout that is open, that failed, and none', async () => {
    shop = await openTestShop()
    shop.control.fault({ at: 'payoutResult', never: true })
    shop.control.fault({ at: 'payoutResult', code: '2040', drop: true })
    await shop.pay()
    await shop.pay({ OriginatorConversationID: 'payout-2' })
    await shop.control.settled()
    const statuses: unknown[] = []
    for (const OriginalConversationID of ['payout-1', 'payout-2']) {
      await shop.ask({ OriginalConversationID })
      statuses.push(valuesOf(await told()).TransactionStatus)
    }
    expect(statuses).toEqual(['Authorized', 'Declined'])
    await shop.ask({ OriginalConversationID: 'payout-3' })
    const { Result } = await told()
    expect(Result.ResultCode).toBe('R000002')
    expect(Result).not.toHaveProperty('ResultParameters')
  })

  it.each([
    ['left out', {}],
    ['empty', { OriginalConversationID: '' }],
    ['null', { OriginalConversationID: null }],
  ])('by its transaction id alone, the other id %s, finds it: paid, failed, or none', async (_, other) => {
    shop = await openTestShop()
    const ask = (TransactionID: unknown) => shop.ask({ OriginalConversationID: undefined, ...other, TransactionID })
    await shop.pay()
    const paid = await told()
    shop.control.fault({ at: 'payoutResult', code: '2040' })
    await shop.pay({ OriginatorConversationID: 'payout-2' })
    const failed = await told()
    expect((await ask(paid.Result.TransactionID)).status).toBe(200)
    expect(valuesOf(await told())).toMatchObject({ TransactionStatus: 'Completed', ReceiptNo: paid.Result.TransactionID, Amount: '1500' })
    await ask(failed.Result.TransactionID)
    expect(valuesOf(await told())).toMatchObject({ TransactionStatus: 'Declined', OriginatorConversationID: 'payout-2' })
    await ask('UKK0000000')
    expect((await told()).Result.ResultCode).toBe('R000002')
    for (const none of ['', null, undefined]) expect((await ask(none)).json.errorMessage).toBe('Bad Request - Invalid TransactionID')
  })

  it('by its own id, the transaction id empty, finds it', async () => {
    shop = await openTestShop()
    await shop.pay()
    await told()
    expect((await shop.ask({ TransactionID: '' })).status).toBe(200)
    expect(valuesOf(await told())).toMatchObject({ TransactionStatus: 'Completed', OriginatorConversationID: 'payout-1' })
  })

  it('may be about a payment by STK push, by its receipt and with the shortcode that was paid', async () => {
    shop = await openTestShop({ now: () => at })
    shop.control.answerAutomatically({ pin: true })
    await shop.push()
    await shop.receiver.next()
    const { receipt } = shop.control.book().payments[0]!
    const ask = (PartyA: string) => shop.ask({ OriginalConversationID: undefined, TransactionID: receipt, PartyA })
    await ask(credentials.shortcode)
    expect(valuesOf(await told())).toMatchObject({
      TransactionStatus: 'Completed',
      ReceiptNo: receipt,
      Amount: '5270',
      DebitPartyName: '254712345678 - JOHN DOE',
      CreditPartyName: '174379 - Viatu',
      FinalisedTime: 20_261_120_165_207,
    })
    await ask(payer.shortcode)
    expect((await told()).Result.ResultCode).toBe('R000002')
  })

  it('may be told otherwise, twice, late, not at all, or to have timed out', async () => {
    shop = await openTestShop()
    await shop.pay()
    await told()
    shop.control.fault({ at: 'statusResult', status: 'Expired', copies: 2, delayMs: 10 })
    await shop.ask()
    expect([valuesOf(await told()), valuesOf(await told())]).toMatchObject([{ TransactionStatus: 'Expired' }, { TransactionStatus: 'Expired' }])
    shop.control.fault({ at: 'statusResult', timeout: true })
    await shop.ask()
    expect((await told()).path).toBe('/late/1')
    shop.control.fault({ at: 'statusResult', drop: true })
    await shop.ask()
    shop.control.fault({ at: 'statusResult', code: '26' })
    await shop.ask()
    expect((await told()).Result.ResultCode).toBe(26)
    await shop.control.settled()
    expect(shop.receiver.received).toEqual([])
  })

  it.each([
    ['TransactionID', { OriginalConversationID: undefined }],
    ['CommandID', { CommandID: 'BusinessPayment' }],
    ['IdentifierType', { IdentifierType: '1' }],
    ['PartyA', { PartyA: '600000' }],
    ['ResultURL', { ResultURL: undefined }],
  ])('names %s when it is wrong', async (field, changes) => {
    shop = await openTestShop()
    expect(await shop.ask(changes)).toMatchObject({ status: 400, json: { errorMessage: `Bad Request - Invalid ${field}` } })
  })

  it('suffers faults of its own', async () => {
    shop = await openTestShop()
    shop.control.fault({ at: 'status', answer: 'spikeArrest' })
    expect(await shop.ask()).toMatchObject({ json: { errorCode: '500.003.02' } })
    expect((await shop.ask()).status).toBe(200)
  })
})
