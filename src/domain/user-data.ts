/** What somebody types to clear all user data (spec §5). */
export const clearingWord = 'DELETE'

/** Days for which a snapshot of what was cleared can be fetched: it names people. */
export const snapshotDays = 30

/** The tables that a reset clears, in its order (spec §7, Table writes). */
export const clearedTables = [
  'commission_deductions',
  'affiliate_payouts',
  'affiliate_commissions',
  'affiliate_clicks',
  'order_items',
  'orders',
] as const
