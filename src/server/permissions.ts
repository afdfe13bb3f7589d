/** The kinds of callers. `key` has the key of the order in question, `otherKey` that of another one; `owner` and those after it are signed in. */
export const callers = {
  anonymous: 'Anonymous',
  otherKey: "Another order's key",
  key: "The order's key",
  owner: 'Owner',
  other: 'Other user',
  affiliate: 'Affiliate',
  admin: 'Admin',
} as const
export type Caller = keyof typeof callers

/** Allowed; allowed for the caller's own rows; an empty list; or refused with a status, which is the same whether the row exists or not. */
export type Verdict = 'yes' | 'own' | 'empty' | 401 | 403 | 404 | 409
export type Permission = Record<Caller, Verdict>

const permission = (...[anonymous, otherKey, key, owner, other, affiliate, admin]: Verdict[]) =>
  ({ anonymous, otherKey, key, owner, other, affiliate, admin }) as Permission

const everybody = permission('yes', 'yes', 'yes', 'yes', 'yes', 'yes', 'yes')
const admins = permission(401, 401, 401, 403, 403, 403, 'yes')
/** Every signed-in caller, about their own account. */
const people = permission(401, 401, 401, 'yes', 'yes', 'yes', 'yes')
/** Every signed-in caller, for their own rows. */
const ownRows = permission(401, 401, 401, 'own', 'own', 'own', 'yes')
/** Callers with access to the order; all others get 404. */
const holders = permission(404, 404, 'yes', 'yes', 404, 404, 'yes')

/**
 * The permission matrix of the HTTP API: every route has its row. The verbs enforce it (`requireUser` and `requireAdmin` in features/context.ts, `readOrder`), a test checks all of it (permissions.test.ts), and
 * docs/permissions.md and the API's document are generated from it. Pages of the admin panel have a guard of their own: `asAdmin` (web/admin/as-admin.ts).
 */
export const permissions: Record<string, Permission> = {
  'GET /api/products': everybody,
  'GET /api/products/{id}': everybody,
  'POST /api/products': admins,
  'PATCH /api/products/{id}': admins,
  'DELETE /api/products/{id}': admins,
  'GET /api/product_images': everybody,
  'POST /api/product_images': admins,
  'PATCH /api/product_images/{id}': admins,
  'DELETE /api/product_images/{id}': admins,
  'GET /api/categories': everybody,
  'GET /api/storage/{bucket}/{folder}/{file}': everybody,
  'POST /api/storage/{bucket}/{folder}/{file}': admins,
  'DELETE /api/storage/{bucket}/{folder}/{file}': admins,
  'GET /api/promotional_content': everybody,
  'GET /api/promotional_content/{id}': everybody,
  'POST /api/promotional_content': admins,
  'PATCH /api/promotional_content/{id}': admins,
  'DELETE /api/promotional_content/{id}': admins,
  'GET /api/ads': everybody,
  'GET /api/ads/{id}': everybody,
  'POST /api/ads': admins,
  'PATCH /api/ads/{id}': admins,
  'DELETE /api/ads/{id}': admins,
  'POST /api/ads/{id}/clicks': everybody,
  'GET /api/help_sections': everybody,
  'GET /api/help_sections/{id}': everybody,
  'PATCH /api/help_sections/{id}': admins,
  'GET /api/delivery_zones': everybody,
  'POST /api/delivery_zones': admins,
  'PATCH /api/delivery_zones/{id}': admins,
  'DELETE /api/delivery_zones/{id}': admins,
  'GET /api/delivery_ways': everybody,
  'POST /api/delivery_ways': admins,
  'PATCH /api/delivery_ways/{id}': admins,
  'DELETE /api/delivery_ways/{id}': admins,
  'GET /api/delivery_places': everybody,
  'POST /api/delivery_places': admins,
  'PATCH /api/delivery_places/{id}': admins,
  'DELETE /api/delivery_places/{id}': admins,
  'GET /api/holidays': everybody,
  'POST /api/holidays': admins,
  'PATCH /api/holidays/{day}': admins,
  'DELETE /api/holidays/{day}': admins,
  'GET /api/profiles': admins,
  'GET /api/profiles with an affiliate_code': everybody,
  'GET /api/profiles/{id}': permission(401, 401, 401, 'yes', 404, 404, 'yes'),
  'PATCH /api/profiles/{id}': permission(401, 401, 401, 'yes', 404, 404, 404),
  'GET /api/users': admins,
  'POST /api/rpc/promote_user_to_admin': admins,
  'POST /api/rpc/demote_admin_to_user': admins,

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
  'DELETE /api/auth/sessions/{id}': permission(401, 401, 401, 'yes', 404, 404, 404),
  'DELETE /api/auth/sessions': people,
  'POST /api/auth/second-factor': people,
  'POST /api/auth/second-factor/confirm': people,
  'POST /api/auth/second-factor/end': people,
  'GET /api/auth/export': people,
  'POST /api/auth/delete': people,

  'GET /api/orders': permission(401, 401, 401, 'own', 'own', 'own', 'yes'),
  'POST /api/orders': everybody,
  'GET /api/orders/{id}': holders,
  'GET /api/orders/{id}/events': holders,
  'POST /api/orders/{id}/claim': permission(401, 401, 401, 'yes', 404, 404, 409),
  'PATCH /api/orders/{id}': permission(401, 401, 403, 403, 403, 403, 'yes'),
  'PATCH /api/orders/{id} with what is stored': permission(401, 401, 'yes', 'yes', 403, 403, 'yes'),
  'DELETE /api/orders/{id}': holders,
  'GET /api/order_items': permission(401, 'empty', 'yes', 'yes', 'empty', 'empty', 'yes'),
  'POST /api/order_items': holders,
  'DELETE /api/order_items': holders,
  'POST /api/functions/ai-chatbot': everybody,
  'POST /api/functions/mpesa-stk-push': holders,
  'POST /api/functions/ask-mpesa': admins,
  'POST /api/functions/record-payment': admins,
  'GET /api/refunds': admins,
  'GET /api/orders/{id}/desk': admins,
  'POST /api/order_notes': admins,
  'GET /api/order_events': admins,
  'GET /api/payment_reviews': admins,
  'GET /api/deliveries': admins,
  'GET /api/deliveries/{id}': admins,
  'GET /api/delivery_figures': admins,
  'POST /api/functions/change-orders': admins,
  'POST /api/functions/pack-orders': admins,
  'POST /api/functions/refund-done': admins,
  'POST /api/functions/payment-looked-at': admins,

  'GET /api/affiliates': admins,
  'GET /api/affiliate_debts': admins,
  'POST /api/functions/write-off-debt': admins,
  'GET /api/affiliate_clicks': ownRows,
  'POST /api/affiliate_clicks': everybody,
  'PATCH /api/affiliate_clicks': holders,
  'GET /api/affiliate_commissions': ownRows,
  'GET /api/affiliate_commissions/missing': admins,
  'PATCH /api/affiliate_commissions/{id}': admins,
  'POST /api/functions/change-affiliate-commissions': admins,
  'GET /api/affiliate_payouts': ownRows,
  'PATCH /api/affiliate_payouts/{id}': permission(401, 401, 401, 404, 404, 'yes', 404),
  'PATCH /api/affiliate_payouts/{id} with a rejection': permission(401, 401, 401, 404, 404, 'yes', 'yes'),
  'GET /api/commission_deductions': ownRows,
  'POST /api/rpc/get_affiliate_balance': permission(401, 401, 401, 404, 404, 'yes', 'yes'),
  'POST /api/rpc/request_affiliate_payout': permission(401, 401, 401, 403, 403, 'yes', 403),
  'POST /api/functions/create-affiliate-commission': holders,
  'POST /api/functions/process-affiliate-commissions': admins,
  'POST /api/functions/process-payout-completion': admins,
  'POST /api/functions/pause-affiliate': admins,
  'POST /api/functions/name-affiliate': admins,
  'GET /api/payout_stop': admins,
  'POST /api/functions/resume-payouts': admins,
  'POST /api/rpc/clear_all_user_data': admins,
  'GET /api/shop_status': admins,
  'GET /api/data_snapshots': admins,
  'GET /api/data_snapshots/{id}': admins,
  'POST /api/functions/look-up-payout': admins,
  'POST /api/functions/payout-looked-at': admins,
  'POST /api/functions/send-payouts': admins,
  'POST /api/functions/export-payouts': admins,
  'POST /api/functions/take-back-payouts': admins,

  // Authenticated by the secret in the path.
  'POST /api/callbacks/payments/{attempt}/{secret}': everybody,
  'POST /api/callbacks/payouts/{payout}/{secret}/{kind}': everybody,
  'GET /api/openapi.json': everybody,
  'GET /api/docs': everybody,
}

/** The rows of a route; one whose body decides who may call it has several. */
export function permissionsOf(route: string): { name: string; permission: Permission }[] {
  return Object.entries(permissions)
    .filter(([name]) => name === route || name.startsWith(`${route} with `))
    .map(([name, permission]) => ({ name, permission }))
}
