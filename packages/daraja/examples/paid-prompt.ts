/**
 * A prompt that is paid, from the request to M-Pesa's callback, with nothing but this package: `node paid-prompt.ts`.
 * With the `baseUrl` and the keys of an app on the Daraja portal, and a public https address for the callback, the same lines take real money.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { callbackAnswer, createDaraja, fromShillings, memoryTokens, readStkCallback, type StkCallback, toShillings } from '@viatu/daraja'
import { startSimulator } from '@viatu/daraja/simulator'

// The simulated M-Pesa. Its phones pay at once; without the next line you pay on the phone, at simulator.url + /phone.
const folder = await mkdtemp(join(tmpdir(), 'paid-prompt-'))
const account = { consumerKey: 'test-key', consumerSecret: 'test-secret', shortcode: '174379', passkey: 'test-passkey' }
const simulator = await startSimulator({ bookPath: join(folder, 'book.jsonl'), ...account })
simulator.control.answerAutomatically({ pin: true })

// The shop's side of the callback: read it, and take it, whatever it says.
const called = Promise.withResolvers<StkCallback>()
const shop = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  response.setHeader('content-type', 'application/json').end(JSON.stringify(callbackAnswer))
  const callback = readStkCallback(body)
  if (callback) called.resolve(callback)
})
await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
const shopUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`

const mpesa = createDaraja(
  { baseUrl: simulator.url, ...account, transactionType: 'CustomerPayBillOnline', till: null, payouts: null },
  { tokens: memoryTokens() },
)
try {
  const answer = await mpesa.requestPrompt({
    phone: '254712345678',
    amount: fromShillings(4500),
    reference: 'ORDER1',
    description: 'Shoes',
    callbackUrl: `${shopUrl}/pay/callback/a-secret-of-this-payment`,
  })
  // Accepted is not paid: only the callback, or the answer to a query, tells what became of it.
  if (answer.outcome !== 'accepted') throw new Error(`no prompt: ${JSON.stringify(answer)}`)
  console.log(`asked     ${answer.checkoutRequestId}`)

  const { checkoutRequestId, resultCode, resultDesc, receipt, amount } = await called.promise
  if (checkoutRequestId !== answer.checkoutRequestId || resultCode !== '0' || amount === null) throw new Error(`not paid: ${resultDesc}`)
  console.log(`paid      KSh ${toShillings(amount)}, receipt ${receipt}`)

  const found = await mpesa.queryPrompt(checkoutRequestId)
  if (found.outcome === 'answered') console.log(`the query ${found.resultCode} ${found.resultDesc}`)
} finally {
  shop.closeAllConnections()
  shop.close()
  await simulator.stop()
  await rm(folder, { recursive: true })
}
