export type TableMeaning = 'clear' | 'forget' | 'export' | 'snapshot'

/**
 * What the rows of each table mean to others: every table stands here once, under what is done with its rows (docs/product/decisions.md).
 * A test compares it with what the verbs do, so a new table, or a verb that reaches another one, has to say so here first.
 * - `clear`: Clear All User Data removes them, itself or with the rows that they refer to (features/store-admin/clear-user-data.ts).
 * - `forget`: when an account or a customer is deleted they go, or lose what names the person (features/people/delete-account.ts, features/customers/delete-customer.ts).
 * - `export`: a person's own data has them (features/people/export-data.ts).
 * - `snapshot`: a clearing copies them, whole or in part, and putting it back writes or links them again (features/store-admin/take-snapshot.ts, restore-snapshot.ts).
 */
export const tableMeanings: Record<string, readonly string[]> = {
  'clear forget export snapshot': ['affiliate_clicks', 'affiliate_commissions', 'affiliate_payouts', 'orders'],
  'clear forget snapshot': ['customers', 'deliveries', 'order_events', 'order_notes'],
  // The debt of a deleted account outlives it; its hashes name no person.
  'clear export snapshot': ['affiliate_debts', 'notices', 'order_items'],
  'clear snapshot': ['affiliate_debt_hashes', 'commission_deductions', 'idempotency_keys', 'made_up_orders'],
  'clear forget export': ['mails'],
  'clear forget': ['order_drafts'],
  clear: ['ranking_snapshots'],
  'forget export snapshot': ['payment_attempts', 'profiles', 'refunds'],
  'forget export': ['affiliate_phones', 'auth.sessions', 'auth.users', 'carts', 'push_devices'],
  forget: [
    ...['affiliate_visitors', 'alert_messages', 'alert_parts', 'alert_settings', 'data_snapshot_rows', 'staff_invitations'],
    ...['auth.accounts', 'auth.email_requests', 'auth.links', 'auth.two_factors', 'auth.used_codes', 'auth.verifications'],
  ],
  snapshot: ['stock_movements'],
  // The shelf, the shop's own words and settings, its books and its work: they name no buyer, or keep what the law has the shop keep.
  '': [
    ...['ad_clicks', 'ads', 'alert_cursor', 'alerts', 'app_secret_mark', 'assistant_spending', 'audit_log', 'backup_runs'],
    ...['categories', 'category_old_slugs', 'changes', 'daily_stats', 'data_snapshots', 'delivery_places', 'delivery_options', 'delivery_zones'],
    ...['callbacks', 'help_sections', 'holidays', 'job_runs', 'made_up_people', 'message_texts', 'mpesa_accounts', 'mpesa_token', 'owner_messages'],
    ...['payout_hold', 'product_images', 'product_size', 'products', 'promotional_content', 'push_keys', 'rate_limits', 'rider_days'],
    ...['search_synonyms', 'search_vocabulary', 'shop_opening', 'shop_settings', 'stored_files', 'transitions', 'wallet_entries'],
  ],
}
