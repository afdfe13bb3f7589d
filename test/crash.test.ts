import { describe, expect, it, vi } from 'vitest'
import { createBuyer, stockOf } from './buyer.ts'
import {
  entersPin,
  line,
  ordered,
  ordersOf,
  paidOnceAfterRestart,
  pays,
  pressed,
  reopen,
  scene,
  shop,
  signedIn,
  useCrashScene,
  waiting,
} from './crash-scene.ts'
import { freeze } from './freeze.ts'

/** The shop is killed with kill -9 in the middle of a checkout and of a payment: three of the places that `npm run proof -- crash` tries. */
useCrashScene()

describe('a kill', () => {
  it('leaves no trace of an order that was not committed; the retry makes one', async () => {
    const buyer = createBuyer([line])
    const before = await stockOf(scene, line)
    const place = await freeze(scene, { table: 'idempotency_keys', event: 'insert', when: `new.key = '${buyer.key}'` })
    const press = pressed(buyer)
    await place.reached()
    await shop.kill()
    expect(await press).toBe('no answer')
    await place.undo()
    expect(await ordersOf(buyer)).toEqual([])
    expect(await stockOf(scene, line)).toBe(before)

    await reopen()
    const order = await ordered(buyer)
    await pays(buyer, order)
    expect(await ordersOf(buyer)).toHaveLength(1)
    expect(await stockOf(scene, line)).toBe(before - 1)
  })

  it('does the whole of a payment or nothing of it', async () => {
    const buyer = createBuyer([line])
    const order = await ordered(buyer)
    const place = await freeze(scene, {
      table: 'order_events',
      event: 'insert',
      when: `new.to_status = 'waiting_shipment' and new.order_id = '${order.id}'`,
    })
    await entersPin(buyer)
    await place.reached()
    await shop.kill()
    await place.undo()
    expect(await ordersOf(buyer)).toMatchObject([{ status: 'awaiting_payment', attempt: 'accepted' }])
    await paidOnceAfterRestart(buyer, order)
  })

  it('pays an affiliate once when M-Pesa has said yes and the shop dies before it writes that down', async () => {
    const [admin, affiliate] = [await signedIn('Admin'), await signedIn('Affiliate')]
    const buyer = createBuyer([line], undefined, { affiliate_code: affiliate.session.affiliate_code })
    const order = await ordered(buyer)
    await pays(buyer, order)
    const [commission] = await scene.sql('select id, commission_amount::float as amount from affiliate_commissions where order_id = $1', [order.id])
    await admin.asks('PATCH', `/api/affiliate_commissions/${commission?.id}`, { status: 'approved' })
    const { payout_id: id } = await affiliate.asks('POST', '/api/rpc/request_affiliate_payout', {
      p_affiliate_id: affiliate.session.user.id,
      p_amount: 10,
      p_mpesa_phone_number: '0712345678',
      p_mpesa_full_name: 'Achieng Otieno',
    })
    const place = await freeze(scene, {
      table: 'affiliate_payouts',
      event: 'update',
      when: 'old.conversation_id is null and new.conversation_id is not null',
    })
    const press = admin.asks('POST', '/api/functions/send-payouts', { payout_ids: [id] }).catch(() => 'no answer')
    await place.reached()
    await shop.kill()
    expect(await press).toBe('no answer')
    await place.undo()
    expect(await scene.sql('select status, conversation_id from affiliate_payouts')).toEqual([{ status: 'processing', conversation_id: null }])

    await reopen()
    await scene.sql('update affiliate_payouts set next_check_at = now()')
    await vi.waitFor(async () => expect(await scene.sql('select status from affiliate_payouts')).toEqual([{ status: 'completed' }]), waiting)
    expect(scene.mpesa.payouts()).toMatchObject([{ amount: 10, originatorConversationId: id }])
  })
})
