import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { type Context, theShop } from '#core/context.ts'
import { checkPayouts } from '#features/affiliates/wallet/check-payouts.ts'
import { resumePayouts } from '#features/affiliates/wallet/payout-breaker.ts'
import { receivePayoutCallback } from '#features/affiliates/wallet/payout-callbacks.ts'
import { completePayout } from '#features/affiliates/wallet/payout-operations.ts'
import { rejectPayout } from '#features/affiliates/wallet/reject-payout.ts'
import { requestPayout } from '#features/affiliates/wallet/request-payout.ts'
import { refusalOf } from '../../../../test/accounts.ts'
import { affiliate, balanceOf, boss, earn } from '../../../../test/affiliates.ts'
import { as, contextOn, later, rowsOf, secrets, type TestContext } from '../../../../test/checkout.ts'
import { useDatabase } from '../../../../test/database.ts'
import {
  busyPayout,
  died,
  failedPayoutBody,
  failedStatusBody,
  lostPayout,
  newReceipt,
  paidPayoutBody,
  refusedPayout,
  statusBody,
  wrongInitiator,
} from '../../../../test/scripted-mpesa.ts'

const database = useDatabase()
const details = { mpesa_phone_number: '0712345678', mpesa_full_name: 'Achieng Otieno' }
// Resumes payouts for the next test, where one has stopped them.
afterEach(() => resumePayouts(contextOn(database, { actor: theShop })))

interface Scene {
  id: string
  userId: string
  admin: TestContext
  tell(kind: 'result' | 'late' | 'status', body: string): Promise<void>
  row(): Promise<{
    status: string
    receipt: string | null
    failure_reason: string | null
    review_reason: string | null
    next_check_at: string | null
    originator_id: string | null
  }>
  balance(): Promise<number>
}

/** An affiliate with KSh 300, who has requested all of it. */
async function pending(): Promise<Scene> {
  const who = await affiliate(database)
  await earn(database, who, 300)
  const admin = as(contextOn(database), await boss(database))
  const { id } = await requestPayout(as(admin, who), { amount: 300, ...details })
  return {
    id,
    userId: who.userId,
    admin,
    tell: (kind, body) => receivePayoutCallback(admin, id, secrets.payoutSecret(id), kind, body),
    row: async () => (await rowsOf(database, sql`select * from affiliate_payouts where id = ${id}`))[0] as never,
    balance: () => balanceOf(database, who.userId),
  }
}
async function sent(): Promise<Scene> {
  const scene = await pending()
  expect(await completePayout(scene.admin, scene.id, {})).toEqual({
    status: 'processing',
    amount_processed: 0,
    deductions_created: 0,
    amount_expected: 300,
    deductions_expected: 1,
  })
  return scene
}
const jobs = (admin: TestContext, after: string) => checkPayouts(later({ ...admin, actor: theShop }, after) as Context)
const paid = ({ id }: Scene, receipt = newReceipt()) => paidPayoutBody({ payoutId: id, amount: 300_00, receipt })

describe('a payout by M-Pesa', () => {
  it('goes out once, under its own id, and is completed by its result', async () => {
    const scene = await sent()
    expect(scene.admin.mpesa.payoutRequests).toMatchObject([{ payoutId: scene.id, phone: '254712345678', amount: 300_00 }])
    expect(scene.admin.mpesa.payoutRequests[0]?.resultUrl).not.toMatch(/m-?pesa|safaricom|exec?|cmd|sql|query/i)
    expect(await scene.row()).toMatchObject({ status: 'processing', originator_id: scene.id })
    const other = as(scene.admin, await boss(database))
    expect(await refusalOf(completePayout(other, scene.id, {}))).toBe('payout_settled')
    expect(await refusalOf(completePayout(scene.admin, scene.id, { receipt: newReceipt() }))).toBe('payout_settled')
    expect(await refusalOf(rejectPayout(scene.admin, scene.id, {}))).toBe('payout_settled')
    await scene.tell('result', paid(scene, 'TBBBB22222'))
    expect(await scene.row()).toMatchObject({ status: 'completed', receipt: 'TBBBB22222', next_check_at: null })
    expect(await scene.balance()).toBe(0)
  })

  it('is written to the audit log, in other words where an admin sends their own', async () => {
    const [own, other] = [await pending(), await pending()]
    await completePayout(as(own.admin, { ...own.admin.actor, userId: own.userId }), own.id, {})
    await completePayout(other.admin, other.id, {})
    const actions = await rowsOf(database, sql`select action from audit_log where row_id in (${own.id}, ${other.id}) order by id`)
    expect(actions).toEqual([{ action: 'own payout sent' }, { action: 'payout sent' }])
    for (const scene of [own, other]) await scene.tell('result', paid(scene))
  })

  it('is paid once however often M-Pesa tells it, and in whatever order', async () => {
    const scene = await sent()
    const body = paid(scene)
    await Promise.all([1, 2, 3, 4, 5].map(() => scene.tell('result', body)))
    await scene.tell('late', '')
    await scene.tell('result', failedPayoutBody(scene.id))
    await scene.tell('status', statusBody({ payoutId: scene.id, status: 'Cancelled' }))
    expect(await scene.row()).toMatchObject({ status: 'completed' })
    expect(await rowsOf(database, sql`select sum(amount) as paid from commission_deductions where payout_id = ${scene.id}`)).toEqual([
      { paid: '300.00' },
    ])
  })

  it('that fails gives the money back and says why', async () => {
    const scene = await sent()
    await scene.tell('result', failedPayoutBody(scene.id, 2040))
    expect(await scene.row()).toMatchObject({
      status: 'failed',
      failure_reason: 'M-Pesa does not know this number. Ask for a new payout to another one',
    })
    expect(await scene.balance()).toBe(300)
  })

  it('whose reply was lost is looked up, and paid by what M-Pesa finds', async () => {
    const scene = await pending()
    scene.admin.mpesa.onPayout(lostPayout)
    await completePayout(scene.admin, scene.id, {})
    expect(await jobs(scene.admin, '30 seconds')).toBe(0)
    expect(await jobs(scene.admin, '2 minutes')).toBe(1)
    expect(scene.admin.mpesa.questions).toMatchObject([{ originatorConversationId: scene.id }])
    await scene.tell('status', statusBody({ payoutId: scene.id, status: 'Initiated' }))
    expect(await scene.row()).toMatchObject({ status: 'processing' })
    await scene.tell('status', statusBody({ payoutId: scene.id, status: 'Completed', amount: 300_00, receipt: 'TCCCC33333' }))
    expect(await scene.row()).toMatchObject({ status: 'completed', receipt: 'TCCCC33333' })
    expect(scene.admin.mpesa.payoutRequests).toHaveLength(1)
  })

  it('whose process died at the request is looked up, never sent again', async () => {
    const scene = await pending()
    scene.admin.mpesa.onPayout(died)
    await expect(completePayout(scene.admin, scene.id, {})).rejects.toThrow('died')
    expect(await scene.row()).toMatchObject({ status: 'processing' })
    expect(await jobs(scene.admin, '2 minutes')).toBe(1)
    await scene.tell('result', paid(scene))
    expect(await scene.row()).toMatchObject({ status: 'completed' })
    expect(scene.admin.mpesa.payoutRequests).toHaveLength(1)
  })

  it('that waited too long in M-Pesa’s queue has not failed: a late result pays it', async () => {
    const scene = await sent()
    await scene.tell('late', '{"whatever": true}')
    expect(await scene.row()).toMatchObject({ status: 'processing' })
    expect(await jobs(scene.admin, '1 second')).toBe(1)
    await scene.tell('result', paid(scene))
    expect([await scene.row().then(({ status }) => status), await scene.balance()]).toEqual(['completed', 0])
  })

  it('of which nothing is heard for a day lies on a person’s desk, who settles it by hand', async () => {
    const scene = await sent()
    for (let hours = 1; hours <= 40; hours++) await jobs(scene.admin, `${hours} hours`)
    expect(await scene.row()).toMatchObject({ status: 'processing', review_reason: 'M-Pesa gave no outcome for a day' })
    expect(await scene.balance()).toBe(0)
    expect(await completePayout(scene.admin, scene.id, { receipt: newReceipt() })).toMatchObject({ status: 'completed', deductions_created: 1 })
    await scene.tell('result', paid(scene, 'TDDDD44444'))
    expect(await scene.row()).toMatchObject({ review_reason: 'M-Pesa names a second receipt: TDDDD44444' })
  })

  it('that M-Pesa refuses stays pending, and can be sent again', async () => {
    const scene = await pending()
    for (const refusal of [refusedPayout, busyPayout]) {
      scene.admin.mpesa.onPayout(refusal)
      const error = await completePayout(scene.admin, scene.id, {}).catch((each) => each)
      expect(error).toMatchObject({ code: 'payout_not_completed', message: 'Failed to process payout completion' })
      expect(await scene.row()).toMatchObject({ status: 'pending', originator_id: null })
    }
    await completePayout(scene.admin, scene.id, {})
    await scene.tell('result', paid(scene))
    expect(await scene.row()).toMatchObject({ status: 'completed' })
  })

  it('whose result was faster than a refusal stays paid', async () => {
    const scene = await pending()
    scene.admin.mpesa.onPayout(async () => {
      await scene.tell('result', paid(scene))
      return refusedPayout
    })
    expect(await refusalOf(completePayout(scene.admin, scene.id, {}))).toBe('payout_not_completed')
    expect(await scene.row()).toMatchObject({ status: 'completed' })
  })

  it('whose result was faster than its acceptance is not asked about', async () => {
    const scene = await pending()
    scene.admin.mpesa.onPayout(async () => {
      await scene.tell('result', paid(scene))
      return lostPayout
    })
    await completePayout(scene.admin, scene.id, {})
    expect(await scene.row()).toMatchObject({ status: 'completed', next_check_at: null })
  })

  it('that was given back and sent anew is left alone by the late refusal of the first time', async () => {
    const scene = await pending()
    scene.admin.mpesa.onPayout(async () => {
      await database.db.execute(
        sql`update affiliate_payouts set status = 'pending', sent_at = null, originator_id = null, next_check_at = null where id = ${scene.id}`,
      )
      scene.admin.mpesa.onPayout(lostPayout)
      await completePayout(scene.admin, scene.id, {})
      return refusedPayout
    })
    expect(await refusalOf(completePayout(scene.admin, scene.id, {}))).toBe('payout_not_completed')
    expect(await scene.row()).toMatchObject({ status: 'processing', originator_id: scene.id })
    await scene.tell('result', paid(scene))
    expect(await scene.row()).toMatchObject({ status: 'completed' })
  })

  it.each<[string, (scene: Scene) => Promise<unknown>, string]>([
    [
      'when the initiator is refused at once',
      async (scene) => {
        scene.admin.mpesa.onPayout(wrongInitiator)
        await completePayout(scene.admin, scene.id, {}).catch(() => {})
      },
      'M-Pesa does not take the initiator’s name, password or certificate.',
    ],
    [
      'when the result names the initiator',
      async (scene) => {
        await completePayout(scene.admin, scene.id, {})
        await scene.tell('result', failedPayoutBody(scene.id, 2001))
      },
      'M-Pesa does not take the initiator’s name, password or certificate.',
    ],
    [
      'when the account has no money',
      async (scene) => {
        await completePayout(scene.admin, scene.id, {})
        await scene.tell('result', failedPayoutBody(scene.id, 1))
      },
      'the payout account has not enough money in its utility account.',
    ],
    [
      'when a look-up is refused',
      async (scene) => {
        await completePayout(scene.admin, scene.id, {})
        await scene.tell('status', failedStatusBody(2001))
        await scene.tell('result', paid(scene))
      },
      'M-Pesa does not take the initiator’s name, password or certificate.',
    ],
  ])('stops all of them %s, until an admin has looked', async (_, stop, reason) => {
    await stop(await pending())
    const next = await pending()
    const error = await completePayout(next.admin, next.id, {}).catch((each) => each)
    expect(error).toMatchObject({ code: 'payouts_stopped', message: `Payouts by M-Pesa are stopped: ${reason}` })
    expect(next.admin.mpesa.payoutRequests).toEqual([])
    await resumePayouts(next.admin)
    await completePayout(next.admin, next.id, {})
    await next.tell('result', paid(next))
    expect(await next.row()).toMatchObject({ status: 'completed' })
  })

  it.each<[string, (scene: Scene) => string, string]>([
    ['another amount', ({ id }) => paidPayoutBody({ payoutId: id, amount: 301_00, receipt: newReceipt() }), 'processing'],
    ['another payout', () => paidPayoutBody({ payoutId: 'somebody-elses', amount: 300_00, receipt: newReceipt() }), 'processing'],
    ['nothing that can be read', () => '<html>busy</html>', 'processing'],
    ['a code that no list has', ({ id }) => failedPayoutBody(id, 777), 'processing'],
  ])('is not settled by a result that names %s', async (_, body, status) => {
    const scene = await sent()
    await scene.tell('result', body(scene))
    expect([await scene.row().then((row) => row.status), await scene.balance()]).toEqual([status, 0])
    await scene.tell('result', paid(scene))
    expect(await scene.row()).toMatchObject({ status: 'completed' })
  })

  it('is not settled by the status of another payout', async () => {
    const scene = await sent()
    for (const status of ['Completed', 'Cancelled'])
      await scene.tell('status', statusBody({ payoutId: 'somebody-elses', status, amount: 300_00, receipt: newReceipt() }))
    expect([await scene.row().then((row) => row.status), await scene.balance()]).toEqual(['processing', 0])
    await scene.tell('result', paid(scene))
    await scene.tell('result', '<html>busy</html>')
    expect(await scene.row()).toMatchObject({ status: 'completed', needs_review_at: null })
  })

  it('hears nobody who does not know its secret', async () => {
    const scene = await sent()
    for (const secret of ['guess', secrets.payoutSecret('another'), secrets.callbackSecret(scene.id)])
      expect(await refusalOf(receivePayoutCallback(scene.admin, scene.id, secret, 'result', paid(scene)))).toBe('not_found')
    for (const kind of ['toString', 'payout_result', ''])
      expect(await refusalOf(receivePayoutCallback(scene.admin, scene.id, secrets.payoutSecret(scene.id), kind, paid(scene)))).toBe('not_found')
    expect(await scene.row()).toMatchObject({ status: 'processing' })
  })

  it('takes a receipt once: the second payout of the same one is a person’s', async () => {
    const [one, two] = [await sent(), await sent()]
    await one.tell('result', paid(one, 'TFFFF66666'))
    await two.tell('result', paid(two, 'TFFFF66666'))
    expect(await two.row()).toMatchObject({ status: 'processing', review_reason: 'The receipt TFFFF66666 already belongs to another payout' })
  })
})
