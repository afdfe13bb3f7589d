import type { MetaDescriptor } from 'react-router'
import { pageMeta } from '#web/page.ts'

/** The sections of the panel in the order of its dropdown (spec §2, Admin panel). `/admin` opens the first. */
export const sections = {
  products: 'Product Management',
  orders: 'Order Management',
  users: 'User Management',
  affiliates: 'Affiliate Management',
  commissions: 'Commission Management',
  payouts: 'Payout Management',
  delivery: 'Delivery',
  promotions: 'Promotional Content',
  ads: 'Advertisement Management',
  help: 'Help Pages',
  data: 'Data Management',
  figures: 'Figures',
  status: 'Shop Status',
  audit: 'Audit Log',
} as const
export type SectionName = keyof typeof sections

/** `export const meta = sectionMeta('orders')` */
export function sectionMeta(name: SectionName) {
  return ({ matches }: { matches: Parameters<typeof pageMeta>[0] }): MetaDescriptor[] =>
    pageMeta(matches, { title: sections[name], description: 'Admin Panel', path: null })
}
