import { z } from '@hono/zod-openapi'
import { type CommissionStatus, commissionStatuses } from '#domain/commission.ts'
import { type PayoutStatus, payoutStatuses } from '#domain/payout.ts'
import { status } from '#server/api/order-schema.ts'
import { exampleId } from '#server/declare.ts'

const instant = z.iso.datetime()
const shillings = z.number().openapi({ description: 'KSh' })

const earned = z.number().openapi({ description: 'KSh: approved and paid commissions, less what was taken back' })

export const commissionStatus = z.enum(Object.keys(commissionStatuses) as [CommissionStatus, ...CommissionStatus[]])
export const payoutStatus = z.enum(Object.keys(payoutStatuses) as [PayoutStatus, ...PayoutStatus[]])

const affiliate = z
  .object({ full_name: z.string().nullable(), affiliate_code: z.string().nullable() })
  .openapi({ description: '`full_name` is told to admins only' })

export const clickRow = z
  .object({
    id: z.uuid(),
    affiliate_id: z.uuid(),
    clicked_at: instant,
    referrer_url: z.string().nullable(),
    user_agent: z.string().nullable(),
    session_id: z.string().nullable(),
    product_id: z.uuid().nullable(),
    product_name: z.string().nullable(),
    converted: z.boolean(),
    order_id: z.uuid().nullable(),
  })
  .openapi('AffiliateClick')

export const clickAnswer = z
  .object({
    recorded: z.boolean().openapi({
      description: 'False for what does not count: a bot, one’s own link, the same visitor and product again today, very many from one network',
    }),
    affiliate: z.object({ id: z.uuid(), affiliate_code: z.string() }).nullable(),
  })
  .openapi('ClickAnswer', { example: { recorded: true, affiliate: { id: exampleId, affiliate_code: 'KAMAU23' } } })

export const commissionRow = z
  .object({
    id: z.uuid(),
    affiliate_id: z.uuid(),
    affiliate,
    order_id: z.uuid(),
    order: z.object({ short_code: z.string(), customer_name: z.string(), total_amount: shillings, status }),
    commission_amount: shillings,
    base_amount: shillings,
    rate: z.number(),
    status: commissionStatus,
    reason: z.string().nullable().openapi({ description: 'Why it was rejected' }),
    created_at: instant,
    approved_at: instant.nullable(),
    approved_by: z.uuid().nullable().openapi({ description: 'Told to admins only' }),
    rejected_at: instant.nullable(),
    rejected_by: z.uuid().nullable().openapi({ description: 'Told to admins only; null also where the shop itself rejected it' }),
    paid_out: z.boolean(),
    is_own: z
      .boolean()
      .nullable()
      .openapi({ description: 'Told to admins only: bought by the affiliate, as far as is known now; so may one be that was approved before' }),
    approval_refusal: z.string().nullable().openapi({ description: 'Told to admins only, of pending ones: why approving would be refused now' }),
    clawed_back: z.boolean().openapi({ description: 'Its order was cancelled after it had been paid out or promised' }),
  })
  .openapi('AffiliateCommission')

export const affiliateRow = z
  .object({
    id: z.uuid(),
    full_name: z.string(),
    phone: z.string().nullable(),
    affiliate_code: z.string(),
    is_paused: z.boolean(),
    pause_reason: z.string().nullable().openapi({ description: 'Why, if somebody wrote it down' }),
    created_at: instant,
    total_clicks: z.int(),
    referral_orders: z.int().openapi({ description: 'Paid, by another person, and not cancelled' }),
    available_balance: shillings.openapi({ description: 'KSh; may be negative after a clawback' }),
    total_earned: earned,
    taken_back: shillings,
    total_pending: shillings,
    reserved: shillings,
    paid_out: shillings,
  })
  .openapi('Affiliate')

export const debtRow = z
  .object({
    id: z.uuid(),
    made_at: instant.openapi({ description: 'When the account was deleted' }),
    amount: shillings,
    attached_to: z
      .union([z.object({ id: z.uuid(), full_name: z.string(), affiliate_code: z.string().nullable() }), z.null()])
      .openapi({ description: 'The affiliate whose balance it lessens now' }),
    attached_at: instant.nullable(),
  })
  .openapi('AffiliateDebt')

export const payoutRow = z
  .object({
    id: z.uuid(),
    affiliate_id: z.uuid(),
    affiliate,
    amount: shillings,
    status: payoutStatus,
    label: z.string().openapi({ description: 'The wallet’s own word for the status' }),
    requested_at: instant,
    processed_at: instant.nullable(),
    processed_by: z.uuid().nullable().openapi({ description: 'Told to admins only' }),
    payout_method: z.string(),
    mpesa_phone_number: z.string().nullable(),
    mpesa_full_name: z.string().nullable(),
    receipt: z.string().nullable(),
    failure_reason: z.string().nullable(),
    held: z.boolean().openapi({ description: 'It goes to a new number without the password of the account, and waits for an admin’s look' }),
    needs_review: z.boolean().openapi({ description: 'Told to admins only: it is held, or M-Pesa left it unclear' }),
    review_reason: z.string().nullable(),
    unbooked: z.boolean().openapi({ description: 'Told to admins only: money was paid for it that the books do not hold' }),
    unbooked_receipts: z
      .array(z.string())
      .openapi({ description: 'Told to admins only: receipts that M-Pesa or an admin named and the books do not hold' }),
    sent_at: instant.nullable().openapi({ description: 'Told to admins only: when it went to M-Pesa' }),
    exported_at: instant.nullable().openapi({ description: 'Told to admins only: when it was given out on a list, to be paid by hand' }),
  })
  .openapi('AffiliatePayout')

export const batchRow = z
  .object({
    payout_id: z.uuid(),
    mpesa_full_name: z.string(),
    mpesa_phone_number: z.string(),
    amount: shillings,
    affiliate_code: z.string().nullable(),
    requested_at: instant,
  })
  .openapi('PayoutToPay')

export const deductionRow = z
  .object({
    id: z.uuid(),
    affiliate_id: z.uuid(),
    commission_id: z.uuid(),
    payout_id: z.uuid().nullable(),
    kind: z.enum(['payout', 'clawback']),
    amount: shillings,
    created_at: instant,
    undone_at: instant.nullable(),
  })
  .openapi('CommissionDeduction')

export const balanceRow = z
  .object({
    available_balance: shillings.openapi({ description: 'KSh; may be negative after a clawback' }),
    total_earned: earned,
    total_pending: shillings,
    reserved: shillings,
    paid_out: shillings,
    clawed_back: shillings,
    carried_debt: shillings.openapi({ description: 'Owed by an account of theirs that was deleted, and taken off the balance' }),
    minimum_payout: shillings,
    open_payout: z.union([payoutRow, z.null()]),
  })
  .openapi('AffiliateBalance')
