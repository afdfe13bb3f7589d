import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { theShop } from '#core/context.ts'
import { changeStatus } from '#features/orders/change-status.ts'
import { account } from '../accounts.ts'
import { contextOn, orderIn, rowsOf } from '../checkout.ts'
import { seededOrders } from '../seed.ts'
import { usePages } from '../visitor.ts'

const shop = usePages({ isDemo: true })

const amina = () => account(shop.database, { isAdmin: true, full_name: 'Amina Hassan' })
const visitAsAdmin = async (path: string) => (await shop.visitAs(await amina())).open(path)

describe('the door of the panel', () => {
  it('sends strangers to sign in and back, and tells shoppers that they may not enter', async () => {
    const stranger = await shop.visit().open('/admin/audit?search=x')
    expect(stranger.address).toBe(`/auth?next=${encodeURIComponent('/admin/audit?search=x')}`)
    const shopper = await (await shop.visitAs(await account(shop.database))).open('/admin/audit')
    expect([shopper.status, shopper.text('h1')]).toEqual([403, 'Access Denied'])
    shopper.page().getByText("You don't have permission to access the admin panel")
  })

  it('is in the header for admins, on a page that is not there too, and leads to the first section', async () => {
    const admin = await visitAsAdmin('/dashboard')
    await admin.follow('Admin Panel', 'header')
    expect([admin.address, admin.text('h1')]).toEqual(['/admin/products', 'Product Management'])
    await admin.open('/no-such-page')
    expect([admin.status, admin.text('h1')]).toEqual([404, '404 Page Not Found'])
    await admin.follow('Admin Panel')
    expect(admin.text('h1')).toBe('Product Management')
  })
})

describe('the figures', () => {
  it('stand above every section, over the days that were chosen, and are written as tables', async () => {
    await seededOrders(shop.database.ownerUrl, 300)
    const [counted] = await rowsOf<{ all: number; week: number }>(
      shop.database,
      sql`select count(*)::integer as all, count(*) filter (where created_at > now() - interval '7 days')::integer as week from orders where discarded_at is null`,
    )
    const admin = await visitAsAdmin('/admin/figures')
    const total = () => Number(admin.text('.figure-strip a b').replace(',', ''))
    admin.page('.figure-strip').getByText('Made-up demo orders are counted.')
    expect(total()).toBe(counted?.all)
    const sentences = admin.attributes('[role=img]', 'aria-label')
    expect(sentences).toContainEqual(expect.stringMatching(new RegExp(`^Orders by (day|week|month): ${counted?.all} in all`)))
    expect(admin.texts('.chart-numbers tbody tr').length).toBeGreaterThan(10)
    await admin.follow('Last 7 days')
    expect([admin.address, admin.text('.days-label')]).toEqual(['/admin/figures?range=7d', 'Last 7 days'])
    const week = total()
    expect(week).toBeLessThan(counted?.all as number)
    await admin.follow('Delivery', 'nav[aria-label=Sections]')
    expect([admin.address, total()]).toEqual(['/admin/delivery?range=7d', week])
    await admin.press('Show these days', { From: '2026-01-01', To: '2026-01-31' })
    expect(admin.text('.days-label')).toBe('1 Jan 2026 to 31 Jan 2026')
  })

  it('are drawn on the server', async () => {
    await seededOrders(shop.database.ownerUrl, 20)
    const admin = await visitAsAdmin('/admin/figures')
    for (const title of ['Orders by', 'Payment success', 'Best sellers'])
      expect([title, admin.attributes(`svg[aria-label^="${title}"] .chart-mark`, 'class').length > 1]).toEqual([title, true])
  })
})

it('the status of the shop says part by part how it is, the worst first, and what to do', async () => {
  await shop.database.ownerDb.execute(sql`insert into job_runs (name, done_at, broken) values ('check ledger', now(), '{S2}')
    on conflict (name) do update set done_at = now(), broken = '{S2}'`)
  const admin = await visitAsAdmin('/admin/status')
  const rows = () => admin.texts('.status-lines tbody tr')
  const worst = () => admin.open('/admin/status').then(() => rows()[0])
  // A process answers for a second what it has read.
  await expect.poll(worst).toMatch(/^Books ?Bad.*Hold refunds and payouts\./)
  expect(rows().length).toBeGreaterThan(5)
  expect(rows()).toContainEqual(expect.stringMatching(/^M-Pesa.*Good.*Nothing$/))
  admin.page('.rail').getByRole('link', { name: /^Shop Status ?\d+ not well$/ })
})

describe('the audit log', () => {
  it('is searched by person, row and action', async () => {
    const who = await amina()
    const { id } = await orderIn(shop.database, 'shipped')
    await changeStatus(contextOn(shop.database, { actor: { ...theShop, userId: who.id } }), id, { status: 'delivered' })
    const admin = await visitAsAdmin('/admin/audit')
    await admin.press('Show', { 'Who, or which row': id.slice(0, 8) })
    const row = admin.texts('.audit tbody tr').find((text) => text.includes('order deliver'))
    expect(row).toMatch(/Amina Hassan ?order deliver ?orders .*status ?shipped became → delivered/)
    await admin.press('Apply filters', { What: 'order deliver', 'Who, or which row': 'amina hassan' })
    expect(admin.texts('.audit tbody tr')).toEqual([expect.stringContaining('order deliver')])
    await admin.follow(id, '.audit')
    expect(admin.address).toBe(`/admin/orders/${id}`)
    await admin.open('/admin/audit?search=x&action=order+deliver')
    admin.page().getByText('No entries found')
    await admin.follow('Show all')
    expect(admin.address).toBe('/admin/audit')
  })

  it('is read on from where the page ends', async () => {
    await shop.database.ownerDb.execute(
      sql`insert into audit_log (action, table_name, row_id) select 'counted', 'products', n::text from generate_series(1, 60) n`,
    )
    const admin = await visitAsAdmin('/admin/audit?action=counted')
    const pages = [admin.texts('.audit-record a')]
    while (admin.page().queryAllByRole('link', { name: 'Load more' }).length > 0) {
      await admin.follow('Load more')
      pages.push(admin.texts('.audit-record a'))
    }
    expect([pages.map((ids) => ids.length), new Set(pages.flat()).size]).toEqual([[24, 24, 12], 60])
  })
})
