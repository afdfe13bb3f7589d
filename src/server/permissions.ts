import type { ProblemCode } from '#domain/problem.ts'
import { may, type StaffRole, type UseCase } from '#domain/roles.ts'
import type { Actor } from '#features/context.ts'

/**
 * The kinds of callers. `key` has the key of the order in question, `otherKey` that of another one; `owner`, who placed it, and those after are signed in.
 * `admin` owns the shop.
 */
export const callers = {
  anonymous: 'Anonymous',
  otherKey: "Another order's key",
  key: "The order's key",
  owner: "The row's own user",
  other: 'Other user',
  affiliate: 'Affiliate',
  admin: 'Shop owner',
  manager: 'Manager',
  packer: 'Packer',
  content: 'Content',
} as const
export type Caller = keyof typeof callers

/** Allowed; allowed for the caller's own rows; an empty list; or refused with a status, which is the same whether the row exists or not. */
export type Verdict = 'yes' | 'own' | 'empty' | 401 | 403 | 404 | 409
export type Permission = Record<Caller, Verdict>

type Columns = [anonymous: Verdict, otherKey: Verdict, key: Verdict, owner: Verdict, other: Verdict, affiliate: Verdict, admin: Verdict]

/** A role that has the use case may what the owner of the shop may, by domain/roles.ts; without it, it is like any other user. */
const permission = (useCase: UseCase | null, ...[anonymous, otherKey, key, owner, other, affiliate, admin]: Columns): Permission => {
  const of = (role: StaffRole) => (useCase !== null && may({ role }, useCase) ? admin : other)
  return { anonymous, otherKey, key, owner, other, affiliate, admin, manager: of('manager'), packer: of('packer'), content: of('content') }
}

const everybody = permission(null, 'yes', 'yes', 'yes', 'yes', 'yes', 'yes', 'yes')
const staff = (useCase: UseCase) => permission(useCase, 401, 401, 401, 403, 403, 403, 'yes')
/** Every signed-in caller, about their own account. */
const people = permission(null, 401, 401, 401, 'yes', 'yes', 'yes', 'yes')
/** Every signed-in caller, for their own rows. */
const ownRows = permission('pay_affiliates', 401, 401, 401, 'own', 'own', 'own', 'yes')
/** Callers with access to the order; all others get 404. */
const holders = permission('see_orders', 404, 404, 'yes', 'yes', 404, 404, 'yes')

/**
 * The permission matrix of the HTTP API: every route has its row. The verbs enforce it (`requireUser` and `requirePermission` in features/context.ts, `readOrder`), a test checks all of it (permissions.test.ts), and
 * docs/permissions.md and the API's document are generated from it. Pages of the admin panel have a guard of their own: `asAdmin` (web/admin/as-admin.ts).
 */
export const permissions: Record<string, Permission> = {
  'POST /api/callbacks/payments/{attempt}/{secret}': everybody,
  'POST /api/callbacks/payouts/{payout}/{secret}/{kind}': everybody,
  'GET /api/products': everybody,
  'GET /api/products/{id}': everybody,
  'POST /api/products': staff('sell'),
  'PATCH /api/products/{id}': staff('sell'),
  'DELETE /api/products/{id}': staff('sell'),
  'GET /api/product_images': everybody,
  'POST /api/product_images': staff('sell'),
  'PATCH /api/product_images/{id}': staff('sell'),
  'DELETE /api/product_images/{id}': staff('sell'),
  'GET /api/categories': everybody,
  'POST /api/categories': staff('sell'),
  'PATCH /api/categories/{id}': staff('sell'),
  'DELETE /api/categories/{id}': staff('sell'),
  'GET /api/profiles/{id}': permission('manage_people', 401, 401, 401, 'yes', 404, 404, 'yes'),
  'PATCH /api/profiles/{id}': permission('manage_people', 401, 401, 401, 'yes', 404, 404, 404),
  'GET /api/profiles': staff('manage_people'),
  'GET /api/profiles with an affiliate_code': everybody,
  'GET /api/users': staff('manage_people'),
  'POST /api/rpc/promote_user_to_admin': staff('manage_people'),
  'POST /api/rpc/demote_admin_to_user': staff('manage_people'),
  'POST /api/rpc/change_role': staff('manage_people'),
  'GET /api/staff_invitations': staff('manage_people'),
  'POST /api/staff_invitations': staff('manage_people'),
  'DELETE /api/staff_invitations/{id}': staff('manage_people'),
  'GET /api/customers': staff('see_customers'),
  'GET /api/customers/{id}': staff('see_customers'),
  'PATCH /api/customers/{id}': staff('see_customers'),
  'DELETE /api/customers/{id}': staff('see_customers'),
  'POST /api/auth/sign-up': everybody,
  'POST /api/auth/sign-in': everybody,
  'POST /api/auth/sign-in/code': everybody,
  'POST /api/auth/sign-out': everybody,
  'GET /api/auth/session': everybody,
  'POST /api/auth/session': everybody,
  'GET /api/auth/user': people,
  'PATCH /api/auth/user': people,
  'POST /api/auth/recover': everybody,
  'GET /api/auth/recover': everybody,
  'POST /api/auth/resend': everybody,
  'POST /api/auth/verify': everybody,
  'GET /api/auth/verify': everybody,
  'POST /api/auth/email': people,
  'GET /api/auth/sessions': people,
  'DELETE /api/auth/sessions/{id}': permission('manage_people', 401, 401, 401, 'yes', 404, 404, 404),
  'DELETE /api/auth/sessions': people,
  'POST /api/auth/second-factor': people,
  'POST /api/auth/second-factor/confirm': people,
  'POST /api/auth/second-factor/end': people,
  'GET /api/auth/export': people,
  'POST /api/auth/delete': people,
  'GET /api/orders': permission('see_orders', 401, 401, 401, 'own', 'own', 'own', 'yes'),
  'GET /api/orders/{id}': holders,
  'POST /api/orders': everybody,
  'PATCH /api/orders/{id}': permission('see_orders', 404, 404, 403, 403, 404, 404, 'yes'),
  'PATCH /api/orders/{id} with what is stored': holders,
  'POST /api/orders/{id}/claim': permission('see_orders', 401, 401, 401, 'yes', 404, 404, 409),
  'DELETE /api/orders/{id}': holders,
  'GET /api/order_items': permission('see_orders', 401, 'empty', 'yes', 'yes', 'empty', 'empty', 'yes'),
  'POST /api/order_items': holders,
  'DELETE /api/order_items': holders,
  'GET /api/orders/{id}/desk': staff('see_orders'),
  'POST /api/order_notes': staff('change_orders'),
  'GET /api/payment_reviews': staff('take_payments'),
  'POST /api/functions/change-orders': staff('ship_orders'),
  'POST /api/functions/pack-orders': staff('ship_orders'),
  'POST /api/functions/refund-done': staff('take_payments'),
  'POST /api/functions/payment-looked-at': staff('take_payments'),
  'GET /api/deliveries': staff('ship_orders'),
  'GET /api/deliveries/{id}': staff('ship_orders'),
  'GET /api/delivery_figures': staff('see_figures'),
  'POST /api/functions/mpesa-stk-push': holders,
  'POST /api/functions/ask-mpesa': staff('take_payments'),
  'POST /api/functions/record-payment': staff('take_payments'),
  'GET /api/refunds': staff('take_payments'),
  'POST /api/functions/pause-affiliate': staff('pay_affiliates'),
  'GET /api/affiliates': staff('pay_affiliates'),
  'GET /api/affiliate_debts': staff('pay_affiliates'),
  'POST /api/functions/assign-debt': staff('settle_debts'),
  'POST /api/functions/write-off-debt': staff('settle_debts'),
  'GET /api/affiliate_clicks': ownRows,
  'POST /api/affiliate_clicks': everybody,
  'PATCH /api/affiliate_clicks': holders,
  'GET /api/affiliate_commissions': ownRows,
  'GET /api/affiliate_commissions/missing': staff('pay_affiliates'),
  'PATCH /api/affiliate_commissions/{id}': staff('pay_affiliates'),
  'POST /api/functions/change-affiliate-commissions': staff('pay_affiliates'),
  'POST /api/functions/create-affiliate-commission': holders,
  'POST /api/functions/name-affiliate': staff('pay_affiliates'),
  'POST /api/functions/process-affiliate-commissions': staff('pay_affiliates'),
  'GET /api/commission_deductions': ownRows,
  'GET /api/affiliate_payouts': ownRows,
  'PATCH /api/affiliate_payouts/{id}': permission('pay_affiliates', 401, 401, 401, 404, 404, 'yes', 404),
  'PATCH /api/affiliate_payouts/{id} with a rejection': permission('pay_affiliates', 401, 401, 401, 404, 404, 'yes', 'yes'),
  'POST /api/rpc/get_affiliate_balance': permission('pay_affiliates', 401, 401, 401, 404, 404, 'yes', 'yes'),
  'POST /api/rpc/request_affiliate_payout': permission('pay_affiliates', 401, 401, 401, 403, 403, 'yes', 403),
  'POST /api/functions/process-payout-completion': staff('pay_affiliates'),
  'GET /api/payout_stop': staff('pay_affiliates'),
  'POST /api/functions/resume-payouts': staff('pay_affiliates'),
  'POST /api/functions/look-up-payout': staff('pay_affiliates'),
  'POST /api/functions/payout-looked-at': staff('pay_affiliates'),
  'POST /api/functions/send-payouts': staff('pay_affiliates'),
  'POST /api/functions/export-payouts': staff('pay_affiliates'),
  'POST /api/functions/take-back-payouts': staff('pay_affiliates'),
  'POST /api/storage/{bucket}/{folder}/{file}': staff('keep_files'),
  'GET /api/storage/{bucket}/{folder}/{file}': everybody,
  'DELETE /api/storage/{bucket}/{folder}/{file}': staff('keep_files'),
  'POST /api/rpc/clear_all_user_data': staff('clear_data'),
  'GET /api/data_snapshots': staff('export_data'),
  'GET /api/data_snapshots/{id}/obstacles': staff('run_shop'),
  'POST /api/rpc/restore_data_snapshot': staff('run_shop'),
  'GET /api/data_snapshots/{id}': staff('export_data'),
  'GET /api/mpesa_account': staff('manage_keys'),
  'POST /api/mpesa_account': staff('manage_keys'),
  'GET /api/shop_status': staff('see_status'),
  'GET /api/settings': staff('manage_settings'),
  'PATCH /api/settings': staff('manage_settings'),
  'GET /api/promotional_content': everybody,
  'GET /api/promotional_content/{id}': everybody,
  'POST /api/promotional_content': staff('write_content'),
  'PATCH /api/promotional_content/{id}': staff('write_content'),
  'DELETE /api/promotional_content/{id}': staff('write_content'),
  'GET /api/ads': everybody,
  'GET /api/ads/{id}': everybody,
  'POST /api/ads': staff('write_content'),
  'PATCH /api/ads/{id}': staff('write_content'),
  'DELETE /api/ads/{id}': staff('write_content'),
  'POST /api/ads/{id}/clicks': everybody,
  'GET /api/delivery_zones': everybody,
  'POST /api/delivery_zones': staff('manage_delivery'),
  'PATCH /api/delivery_zones/{id}': staff('manage_delivery'),
  'DELETE /api/delivery_zones/{id}': staff('manage_delivery'),
  'GET /api/delivery_options': everybody,
  'POST /api/delivery_options': staff('manage_delivery'),
  'PATCH /api/delivery_options/{id}': staff('manage_delivery'),
  'DELETE /api/delivery_options/{id}': staff('manage_delivery'),
  'GET /api/delivery_places': everybody,
  'POST /api/delivery_places': staff('manage_delivery'),
  'PATCH /api/delivery_places/{id}': staff('manage_delivery'),
  'DELETE /api/delivery_places/{id}': staff('manage_delivery'),
  'GET /api/holidays': everybody,
  'POST /api/holidays': staff('manage_delivery'),
  'PATCH /api/holidays/{day}': staff('manage_delivery'),
  'DELETE /api/holidays/{day}': staff('manage_delivery'),
  'POST /api/functions/ai-chatbot': everybody,
  'GET /api/help_sections': everybody,
  'GET /api/help_sections/{id}': everybody,
  'PATCH /api/help_sections/{id}': staff('write_content'),
  'GET /api/orders/{id}/events': holders,
  'GET /api/order_events': staff('ship_orders'),
  'GET /api/openapi.json': everybody,
  'GET /api/docs': everybody,
}

/** The rows of a route; one whose body decides who may call it has several. */
export function permissionsOf(route: string): { name: string; permission: Permission }[] {
  return Object.entries(permissions)
    .filter(([name]) => name === route || name.startsWith(`${route} with `))
    .map(([name, permission]) => ({ name, permission }))
}

/**
 * Why this caller may make no call of the route, whatever it says; null for a caller who may make some, which its verb decides. The signed-in may have rows of
 * their own and may be affiliates.
 */
export function refusalOf(route: string, { userId, role, lacksSecondFactor, orderKey, opened }: Actor): ProblemCode | null {
  const holders: Caller[] = orderKey !== null || opened.length > 0 ? ['key'] : ['anonymous']
  const people: Caller[] = userId === null ? [] : ['owner', 'other', 'affiliate']
  const as = [...holders, ...people, ...(role === null ? [] : [role === 'owner' ? ('admin' as const) : role])]
  const rows = permissionsOf(route)
  if (rows.length === 0 || rows.some(({ permission }) => as.some((caller) => permission[caller] !== 401 && permission[caller] !== 403))) return null
  if (userId === null) return route.includes(' /api/auth/') ? 'session_missing' : 'signed_out'
  return lacksSecondFactor ? 'second_factor_needed' : 'forbidden'
}
