import { adminUrl, type Query, withQuery } from '#web/addresses.ts'
import type { SectionName } from '#web/admin/sections.ts'

/** A section of the admin panel with its filters, and `cursor`. */
export function adminSectionUrl(section: SectionName, query: Query = {}): string {
  return withQuery(`${adminUrl}/${section}`, query)
}

/** Takes one file per request (web/admin/upload-action.ts). */
export const adminUploadUrl = `${adminUrl}/upload`

/** One customer, by its id or that of an order of theirs: an address carries no phone number. */
export function adminCustomerUrl(id: string, query: Query = {}): string {
  return withQuery(`${adminUrl}/customers/${encodeURIComponent(id)}`, query)
}

/** The customers of a filtered list as a CSV file. */
export function customersFileUrl(query: Query = {}): string {
  return withQuery(`${adminUrl}/customers/export.csv`, query)
}

/** The form of one ad or promotion. */
export function adminContentUrl(section: 'promotions' | 'ads', id: string, query: Query = {}): string {
  return withQuery(`${adminUrl}/${section}/${encodeURIComponent(id)}`, query)
}

/** The form of one category. */
export function adminCategoryUrl(id: string, query: Query = {}): string {
  return withQuery(`${adminUrl}/categories/${encodeURIComponent(id)}`, query)
}

/** The form of one section of the help page. */
export function adminHelpUrl(id: string, query: Query = {}): string {
  return withQuery(`${adminUrl}/help/${encodeURIComponent(id)}`, query)
}

/** The texts of SMS and e-mails to buyers. */
export const messageTextsUrl = `${adminUrl}/settings/messages`

/** Renders the preview of a section of the help page. */
export const helpPreviewUrl = `${adminUrl}/help-preview`

/** Towns and estates, holidays, or what came on time. */
export function adminDeliveryUrl(list: 'places' | 'holidays' | 'promises', query: Query = {}): string {
  return withQuery(`${adminUrl}/delivery/${list}`, query)
}

/** A zone with its options and places, or the form of an option. */
export function adminDeliveryRowUrl(table: 'delivery_zones' | 'delivery_options', id: string, query: Query = {}): string {
  return withQuery(`${adminUrl}/delivery/${table}/${encodeURIComponent(id)}`, query)
}

/** Referred, paid orders without a commission. */
export function missingCommissionsUrl(query: Query = {}): string {
  return withQuery(`${adminUrl}/commissions/missing`, query)
}

/** The debts of deleted accounts. */
export const debtsUrl = `${adminUrl}/affiliates/debts`

/** With `new`, the form for a new product. */
export function adminProductUrl(id: string): string {
  return `${adminUrl}/products/${encodeURIComponent(id)}`
}

/** Takes one picture per request. */
export function productPicturesUrl(id: string): string {
  return `${adminProductUrl(id)}/pictures`
}

export function adminOrderUrl(id: string): string {
  return `${adminUrl}/orders/${encodeURIComponent(id)}`
}

export const packingSlipUrl = (id: string) => `${adminOrderUrl(id)}/packing-slip`

/** The packing slips of several orders. */
export const packingSlipsUrl = (ids: string[]) => `${adminUrl}/orders/packing-slips?ids=${ids.join('.')}`

/** The riders of today. */
export const ridersUrl = `${adminUrl}/orders/riders`

/** The stops of one of them, on paper. */
export const runSheetUrl = (rider: string) => withQuery(`${adminUrl}/orders/run-sheet`, { rider })

/** The orders of such an address; what is no id is left out. */
export function readSlipIds(query: URLSearchParams): string[] {
  return (query.get('ids') ?? '').split('.').filter((id) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id))
}

/** What Clear All User Data has cleared, and whether it can be put back. */
export function adminSnapshotUrl(id: string, query: Query = {}): string {
  return withQuery(`${adminUrl}/data/${encodeURIComponent(id)}`, query)
}

/** The file with the data that Clear All User Data deleted. */
export function snapshotFileUrl(id: string): string {
  return `/api/data_snapshots/${encodeURIComponent(id)}`
}

/** The audit log of one row, such as an order or a product. */
export function auditOfUrl(table: string, row: string): string {
  return adminSectionUrl('audit', { table, search: row })
}

/** The event stream of all orders, for admins. */
export const allOrderEventsUrl = '/api/order_events'

/** The number of orders paid after an instant, which the panel polls while a list is open. */
export function newOrdersUrl(since: string): string {
  return withQuery(`${adminUrl}/orders/new`, { since })
}
