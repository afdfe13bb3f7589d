import { useEffect } from 'react'
import type { MetaDescriptor } from 'react-router'
import { formatCount } from '#domain/limits.ts'
import { type OpenWork, openWorkOf, waitingInAll } from '#domain/open-work.ts'
import { may, type StaffRole, type UseCase } from '#domain/roles.ts'
import { pageMeta } from '#web/public-page.ts'
import { panelChannel, panelId } from '#web/shop-facts.ts'

/** The sections of the panel in the order of its dropdown (spec §2, Admin panel); the rail groups them (rail.tsx). `/admin` opens the first. */
export const sections = {
  products: 'Product Management',
  categories: 'Category Management',
  orders: 'Order Management',
  customers: 'Customers',
  users: 'User Management',
  affiliates: 'Affiliate Management',
  commissions: 'Commission Management',
  payouts: 'Payout Management',
  delivery: 'Delivery',
  promotions: 'Promotional Content',
  ads: 'Advertisement Management',
  help: 'Help Pages',
  mpesa: 'M-Pesa Account',
  data: 'Data Management',
  settings: 'Settings',
  figures: 'Figures',
  notifications: 'Notifications',
  status: 'Shop Status',
  audit: 'Audit Log',
} as const
export type SectionName = keyof typeof sections
export const sectionNames = Object.keys(sections) as SectionName[]

/** Who opens a section: the menu shows it to no other role, and its addresses refuse the others (web/admin/panel-requests.ts). */
export const sectionUseCases: Record<SectionName, UseCase> = {
  products: 'sell',
  categories: 'sell',
  orders: 'ship_orders',
  customers: 'see_customers',
  users: 'manage_people',
  affiliates: 'pay_affiliates',
  commissions: 'pay_affiliates',
  payouts: 'pay_affiliates',
  delivery: 'manage_delivery',
  promotions: 'write_content',
  ads: 'write_content',
  help: 'write_content',
  mpesa: 'manage_keys',
  data: 'clear_data',
  settings: 'manage_settings',
  figures: 'see_figures',
  notifications: 'hear_alerts',
  status: 'see_status',
  audit: 'see_audit',
}

/** The sections in which the shop's figures and their days say nothing about the work. */
const withoutFigures: readonly (SectionName | null)[] = ['help', 'mpesa', 'settings', 'notifications', 'status', 'audit']

export function showsFigures(section: SectionName | null): boolean {
  return !withoutFigures.includes(section)
}

/** The sections of a role, in the order of the menu. */
export function sectionsOf(who: { role: StaffRole | null }): SectionName[] {
  return sectionNames.filter((name) => may(who, sectionUseCases[name]))
}

/** The section that an address of the panel, or the pattern of its route, belongs to, whatever its case; null outside of all. */
export function sectionAt(address: string): SectionName | null {
  const [, name = ''] = address.toLowerCase().split('/').filter(Boolean)
  return Object.hasOwn(sections, name) ? (name as SectionName) : null
}

type Matches = Parameters<typeof pageMeta>[0]

/** The title of a tab counts what waits for its reader: `(3) Order Management | Viatu`. */
export function panelMeta(matches: Matches, title: string): MetaDescriptor[] {
  const panel = matches.find((match) => match?.id === panelId)?.loaderData as { role: StaffRole | null; counts: OpenWork | null } | undefined
  const waiting = panel?.counts ? waitingInAll(openWorkOf(panel, panel.counts)) : 0
  return pageMeta(matches, { title: withWaiting(title, waiting), description: 'Admin Panel', path: null })
}

/** `(3) Order Management | Viatu`: the title of a tab with what waits in the panel, in place of what it said before. */
function withWaiting(title: string, waiting: number): string {
  const bare = title.replace(/^\([\d,]+\+?\) /, '')
  return waiting > 0 ? `(${formatCount(waiting)}) ${bare}` : bare
}

/** Keeps the title up to date by the pushes that this device takes. A hidden tab asks for nothing: that would keep its session alive. */
export function useWaitingTitle() {
  useEffect(() => {
    if (typeof BroadcastChannel === 'undefined') return
    const channel = new BroadcastChannel(panelChannel)
    channel.onmessage = ({ data }: MessageEvent<number>) => {
      document.title = withWaiting(document.title, data)
    }
    return () => channel.close()
  }, [])
}
