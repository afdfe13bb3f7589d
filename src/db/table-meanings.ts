import { nobody } from '#domain/account.ts'

/**
 * What the rows of each table mean to others: every table stands here once, under what is done with its rows (docs/product/decisions.md).
 * A test compares it with what the verbs do, so a new table, or a verb that reaches another one, has to say so here first.
 * - `clear`: Clear All User Data removes them, itself or with the rows that they refer to (features/staff/clear-user-data.ts).
 * - `forget`: when an account or a customer is deleted they go, or lose what names the person (features/people/delete-account.ts, features/customers/delete-customer.ts).
 * - `export`: a person's own data has them (features/people/export-data.ts).
 * A clearing copies those of `copies`, and putting it back writes or links them again.
 */
export const tableMeanings: Record<string, readonly string[]> = {
  'clear forget export': ['affiliate_clicks', 'affiliate_commissions', 'affiliate_payouts', 'messages', 'orders'],
  'clear forget': ['customers', 'deliveries', 'order_drafts', 'order_events', 'order_notes'],
  // The debt of a deleted account outlives it; its hashes name no person.
  'clear export': ['affiliate_debts', 'notices', 'order_items'],
  clear: ['affiliate_debt_hashes', 'commission_deductions', 'idempotency_keys', 'made_up_orders', 'ranking_snapshots'],
  'forget export': [...['affiliate_phones', 'auth.sessions', 'auth.users', 'carts', 'payment_attempts', 'profiles', 'push_devices', 'refunds']],
  forget: [
    ...['affiliate_visitors', 'alert_messages', 'alert_parts', 'alert_settings', 'data_snapshot_rows', 'staff_invitations'],
    ...['auth.accounts', 'auth.links', 'auth.two_factors', 'auth.used_codes', 'auth.verifications'],
  ],
  // The shelf, the shop's own words and settings, its books and its work: they name no buyer, or keep what the law has the shop keep.
  '': [
    ...['ad_clicks', 'ads', 'alert_cursor', 'alerts', 'app_secret_mark', 'assistant_spending', 'audit_log', 'backup_runs'],
    ...['categories', 'category_old_slugs', 'changes', 'daily_stats', 'data_snapshots', 'delivery_places', 'delivery_options', 'delivery_zones'],
    ...['callbacks', 'help_sections', 'holidays', 'job_runs', 'made_up_people', 'message_texts', 'mpesa_accounts', 'mpesa_token'],
    ...['payout_hold', 'product_images', 'product_size', 'products', 'promotional_content', 'push_keys', 'rate_limits', 'rider_days'],
    ...['search_synonyms', 'search_vocabulary', 'shop_opening', 'shop_settings', 'stock_movements', 'stored_files', 'transitions', 'wallet_entries'],
  ],
}

/** The tables that a clearing empties itself, in this order (spec §7, Table writes). */
export const clearedTables = [
  'commission_deductions',
  'affiliate_payouts',
  'affiliate_commissions',
  'affiliate_clicks',
  'order_items',
  'orders',
] as const

/** A copy of rows in a snapshot. */
interface Copy<Table> {
  of: Table
  /** What a forgotten buyer leaves empty in it (features/people/anonymise.ts, which also sees to affiliates and customers). */
  emptied: Record<string, string | null>
  /** Only putting back needs it: the file to download leaves it out, so it is not counted. */
  isHidden: boolean
  /** Written as rows again; otherwise its rows stayed, and are only linked again, or it is there to be read. */
  isPutBack: boolean
}

const copy = <const Table extends string>(
  of: Table,
  { emptied = {}, isHidden = false, isPutBack = true }: Partial<Copy<Table>> = {},
): Copy<Table> => ({
  ...{ of, emptied, isHidden, isPutBack },
})

const ofBuyer = {
  customer_email: null,
  user_id: null,
  receiver_name: null,
  receiver_phone: null,
  delivery_point: null,
  cancel_reason: null,
  visitor_id: null,
}
const ofParcel = { parcel_number: null, failed_reason: null }
const [hidden, stayed] = [{ isHidden: true }, { isPutBack: false }]

/**
 * What a clearing copies (features/staff/snapshots.ts, which knows the parts of those that are copied in part), in the order in which rows are put back:
 * they refer to those before them.
 */
export const copies = {
  customers: copy('customers'),
  orders: copy('orders', { emptied: { ...nobody, ...ofBuyer } }),
  order_items: copy('order_items'),
  order_events: copy('order_events', { emptied: { note: null } }),
  order_notes: copy('order_notes', { emptied: { note: '' } }),
  deliveries: copy('deliveries', { ...stayed, emptied: ofParcel }),
  delivery_rows: copy('deliveries', { ...hidden, emptied: ofParcel }),
  notices: copy('notices'),
  idempotency_keys: copy('idempotency_keys'),
  made_up_orders: copy('made_up_orders'),
  affiliate_commissions: copy('affiliate_commissions'),
  affiliate_payouts: copy('affiliate_payouts'),
  commission_deductions: copy('commission_deductions'),
  affiliate_clicks: copy('affiliate_clicks'),
  affiliate_debts: copy('affiliate_debts', stayed),
  debt_rows: copy('affiliate_debts', hidden),
  debt_hash_rows: copy('affiliate_debt_hashes', hidden),
  profiles: copy('profiles', stayed),
  payment_attempts: copy('payment_attempts', stayed),
  refunds: copy('refunds', stayed),
  movement_rows: copy('stock_movements', { ...stayed, ...hidden }),
}
