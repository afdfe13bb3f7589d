import { readFile } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { orderActions } from '#domain/order.ts'
import { theShop } from '#features/context.ts'
import { changeStatus } from '#features/orders/change-status.ts'
import { sections } from '#web/admin/sections.ts'
import { account } from '../accounts.ts'
import { contextOn, orderIn, tellPaid } from '../checkout.ts'
import { debtor } from '../debtor.ts'
import { seededOrders } from '../seed.ts'
import { sizes } from './browser.ts'
import { examine, examineNow, expectRoom } from './examine.ts'
import { useShop } from './shop.ts'
import { heading, said, takenOver } from './steps.ts'

const shop = useShop()

const card = (page: Page, label: string) => page.getByRole('region', { name: 'The shop in figures' }).getByRole('link', { name: label }).locator('b')

const sectionLink = (page: Page, name: string) => page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name })

describe('the door of the panel', () => {
  it('sends strangers to sign in and back, and tells everybody else that they may not', async () => {
    const answer = await fetch(`${shop.url}/admin/audit?search=x`, { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([302, `/auth?next=${encodeURIComponent('/admin/audit?search=x')}`])

    const visitor = await shop.visitAs(await account({ db: shop.db }), 'phone')
    visitor.expectComplaint(/403/)
    for (const path of ['/admin', '/admin/data', '/admin/figures', '/admin/audit']) {
      const refused = await visitor.page.goto(shop.url + path)
      expect(refused?.status(), path).toBe(403)
      await heading(visitor.page, 'Access Denied').waitFor()
      await visitor.page.getByText("You don't have permission to access the admin panel").waitFor()
    }
    expect(await visitor.page.getByRole('link', { name: 'Admin Panel' }).count()).toBe(0)
  })

  it('is in the header for admins, and opens with a dropdown of sections that the keyboard steers', async () => {
    const { page } = await shop.visitAsAdmin('desk')
    await page.goto(`${shop.url}/dashboard`)
    await page.locator('header').getByRole('link', { name: 'Admin Panel' }).click()
    await heading(page, 'Product Management').waitFor()
    await takenOver(page)
    const menu = page.locator('.section-menu')
    await menu.locator('summary').focus()
    await page.keyboard.press('Enter')
    const links = page.getByRole('navigation', { name: 'Sections' }).getByRole('link')
    await links.first().waitFor()
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => links.last().evaluate((link) => link === document.activeElement)).toBe(true)
    await page.keyboard.press('Escape')
    await links.first().waitFor({ state: 'hidden' })
    await expect.poll(() => menu.locator('summary').evaluate((element) => element === document.activeElement)).toBe(true)
    await menu.locator('summary').click()
    await sectionLink(page, 'Audit Log').click()
    await page.waitForURL('**/admin/audit')
    await page.getByRole('heading', { name: 'Audit Log', level: 1 }).waitFor()
  })

  it('has every section within reach of a thumb on a low phone, and behind More in groups', async () => {
    const { page } = await shop.visitAs(await account({ db: shop.db }, { role: 'owner' }), 'phone')
    await page.setViewportSize({ width: 390, height: 664 })
    await page.goto(`${shop.url}/admin/audit`)
    const bar = page.locator('.tab-bar')
    await bar.getByText('More').click()
    const titles = []
    for (const link of await bar.locator('a[href^="/admin/"]').all()) {
      // Scrolls to it, and fails where it stays out of reach or under something else.
      await link.click({ trial: true })
      titles.push(await link.locator('span').first().textContent())
    }
    expect(titles.toSorted()).toEqual(Object.values(sections).toSorted())
    await bar.getByRole('group').first().scrollIntoViewIfNeeded()
    await examineNow(page, 'admin-more', { pictured: 'screen', finger: '.tab-bar' })
    await bar.getByRole('group', { name: 'People' }).getByRole('link', { name: 'Commission Management' }).click()
    await heading(page, 'Commission Management').waitFor()
    await bar.locator('.dropdown-body').waitFor({ state: 'hidden' })
  })

  it('is entered from a page that is not there', async () => {
    const { page, expectComplaint } = await shop.visitAsAdmin('desk')
    expectComplaint(/404/)
    await shop.open(page, '/no-such-page')
    await page.getByRole('heading', { name: 'Page Not Found' }).waitFor()
    await page.getByRole('link', { name: 'Admin Panel' }).first().click()
    await page.getByRole('navigation', { name: 'Admin Panel' }).waitFor()
  })

  it('works without scripts', async () => {
    const { page } = await shop.visitAsAdmin('phone', { javaScriptEnabled: false })
    await page.goto(`${shop.url}/admin/audit`)
    await page.locator('.section-menu summary').click()
    await sectionLink(page, 'Figures').click()
    await page.getByRole('heading', { name: 'Figures', level: 1 }).waitFor()
    await page.locator('.days-menu summary').click()
    await page.getByRole('link', { name: 'Last 7 days' }).click()
    await page.waitForURL('**/admin/figures?range=7d')
  })
})

describe('the figures', () => {
  it('stand above every section, over the days that were chosen, and are drawn and written', async () => {
    await seededOrders(shop.ownerUrl, 300)
    const { page } = await shop.visitAsAdmin('desk')
    await shop.open(page, '/admin/figures')
    await page.getByText('Made-up demo orders are counted.').waitFor()
    const { rows } = await shop.db.execute<{ all: number; week: number }>(sql`
      select count(*)::integer as all, count(*) filter (where created_at > now() - interval '7 days')::integer as week from orders where discarded_at is null`)
    expect(await card(page, 'Total Orders').textContent()).toBe(rows[0]?.all.toLocaleString('en-KE'))
    await page.locator('.figure svg').first().waitFor()
    await expect.poll(() => page.locator('.figure svg.recharts-surface').count()).toBeGreaterThan(3)
    const chart = page.getByRole('img', { name: /^Orders by (day|week|month): \d+ in all/ })
    await expect.poll(() => chart.getAttribute('aria-label')).toContain(`${rows[0]?.all} in all`)
    await page.getByText('The numbers as a table').first().click()
    await page.getByRole('table').first().waitFor()
    await examine(page, 'admin-figures')

    await page.locator('.days-menu summary').click()
    await page.getByRole('link', { name: 'Last 7 days' }).click()
    await page.waitForURL('**/admin/figures?range=7d')
    // The address is there before the page, and the page that comes closes what was opened on the one before.
    await page.locator('.days-menu summary', { hasText: 'Last 7 days' }).waitFor()
    await page.setViewportSize(sizes.phone)
    await page.locator('.days-menu summary').click()
    await expectRoom(page, 'the menu of days')
    await page.keyboard.press('Escape')
    await page.setViewportSize(sizes.desk)
    await page.locator('.section-menu summary').click()
    await sectionLink(page, 'Audit Log').click()
    await page.waitForURL('**/admin/audit?range=7d')
    expect(Number(await card(page, 'Total Orders').textContent())).toBeLessThan(rows[0]?.all as number)
  })
})

describe('the status of the shop', () => {
  it('says part by part how it is, the worst first, and what to do', async () => {
    const { page } = await shop.visitAsAdmin('desk')
    await shop.db.execute(sql`insert into job_runs (name, done_at, broken) values ('check ledger', now(), '{S2}')
      on conflict (name) do update set done_at = now(), broken = '{S2}'`)
    await page.clock.install()
    await page.goto(`${shop.url}/admin/status`)
    const rows = page.locator('.status-lines tbody tr')
    expect(await rows.count()).toBe(10)
    const first = await rows.first().locator('td').allTextContents()
    expect([first.slice(0, 2), first[3]?.slice(0, 25)]).toEqual([['Books', 'Bad'], 'Hold refunds and payouts.'])
    await page.getByRole('row', { name: /M-Pesa Good/ }).waitFor()
    await page.locator('.rail').getByRole('link', { name: 'Shop Status 1 not well' }).waitFor()
    await examine(page, 'admin-status')
    // The list has two screens of a phone at most.
    await page.setViewportSize(sizes.phone)
    expect(await page.locator('.status-lines').evaluate((list) => list.clientHeight)).toBeLessThan(2 * sizes.phone.height)
    // It looks again by itself: not the first time, where it has looked a moment before.
    await shop.db.execute(sql`update job_runs set broken = '{}' where name = 'check ledger'`)
    const looksAgain = () => page.clock.fastForward(15_000).then(() => page.getByRole('row', { name: /Books.*Good/ }).count())
    await expect.poll(looksAgain).toBe(1)
    await page.setViewportSize(sizes.desk)
    await expect.poll(() => page.locator('.rail').getByText('not well').count()).toBe(0)
  })
})

describe('the settings', () => {
  const group = (page: Page, title: string) => page.getByRole('region', { name: title })

  it('are changed in the panel, and shoppers see them at once; a key is written and never shown again', async () => {
    const { page, expectComplaint, who } = await shop.visitAsAdmin('desk')
    await shop.open(page, '/admin/settings')
    const [about, sms] = [group(page, 'The shop'), group(page, 'SMS')]
    await about.getByLabel('Name').fill('Viatu vya Karen')
    await about.getByRole('button', { name: /^Save/ }).click()
    await said(page, 'Settings saved')
    const visitor = await shop.visit('phone')
    await shop.open(visitor.page, '/')
    await expect.poll(() => visitor.page.title()).toContain('Viatu vya Karen')

    // A colour that nobody could read is refused with its contrast; one that can be read is worn by the shop's buttons and links.
    expectComplaint(/400/)
    await about.getByLabel('Accent colour', { exact: true }).fill('#ffc72c')
    await about.getByRole('button', { name: /^Save/ }).click()
    await about.getByText(/^Enter a darker colour: the contrast of this one on .* is 1\.2/).waitFor()
    await about.getByLabel('Accent colour', { exact: true }).fill('#b3361b')
    await about.getByRole('button', { name: /^Save/ }).click()
    await said(page, 'Settings saved')
    await expect
      .poll(async () => {
        await shop.open(visitor.page, '/products')
        return visitor.page
          .locator('.button-ink')
          .first()
          .evaluate((button) => getComputedStyle(button).backgroundColor)
      })
      .toBe('rgb(179, 54, 27)')
    expect(await visitor.page.locator('meta[name=theme-color]').getAttribute('content')).toBe('#b3361b')
    await examine(visitor.page, 'shop-with-accent')

    // What is wrong stands beside its field, and nothing typed is lost.
    expectComplaint(/400/)
    await group(page, 'Contact').getByLabel('Phone').fill('12345')
    await group(page, 'Contact').getByLabel('Town').fill('Kisumu')
    await group(page, 'Contact').getByRole('button', { name: /^Save/ }).click()
    await group(page, 'Contact').getByText('Enter a Kenyan phone number, such as 0712 345 678.').waitFor()
    expect(await group(page, 'Contact').getByLabel('Town').inputValue()).toBe('Kisumu')

    await sms.getByLabel("User name at Africa's Talking").fill('viatu')
    await sms.getByLabel('API key').fill('atsk_hush')
    await sms.getByLabel('Sender').fill('VIATU')
    await sms.getByLabel('Your password', { exact: true }).fill(who.password)
    await sms.getByRole('button', { name: /^Save/ }).click()
    await sms.getByText(/^Set on .* by Amina Hassan, and not shown again/).waitFor()
    expect(await sms.getByLabel('API key').inputValue()).toBe('')
    expect(await page.content()).not.toContain('atsk_hush')
    await examine(page, 'admin-settings')

    // An emptied field is as it was.
    await about.getByLabel('Name').fill('')
    await about.getByRole('button', { name: /^Save/ }).click()
    await expect.poll(() => about.getByLabel('Name').inputValue()).toBe('Viatu')
  })
})

describe('the audit log', () => {
  it('is searched by person, row and action', async () => {
    const { page, who } = await shop.visitAsAdmin('desk')
    const [made] = (await shop.db.execute<{ id: string }>(sql`select id from orders where status = 'shipped' limit 1`)).rows
    const id = made?.id as string
    const amina = contextOn({ db: shop.db }, { actor: { ...theShop, userId: who.id } })
    await changeStatus(amina, id, { status: orderActions.deliver.to })
    await shop.open(page, '/admin/audit')
    await page.getByLabel('Who, or which row').fill(id.slice(0, 8))
    await page.getByRole('button', { name: 'Show' }).click()
    await page.waitForURL(`**/admin/audit?search=${id.slice(0, 8)}**`)
    const row = page.getByRole('row', { name: /order deliver/ })
    await row.getByText('Amina Hassan').waitFor()
    await expect.poll(() => row.locator('.change').textContent()).toBe('statusshipped became  → delivered')
    await page.locator('.filter-menu summary').click()
    await page.getByLabel('What', { exact: true }).selectOption('order deliver')
    await page.getByLabel('Who, or which row').fill('amina hassan')
    await page.getByRole('button', { name: 'Show' }).click()
    await page.waitForURL('**action=order+deliver**')
    await row.first().waitFor()
    await examine(page, 'admin-audit')
    await page.getByRole('link', { name: 'Show all' }).click()
    await page.waitForURL('**/admin/audit')
  })

  it('is read on from where the page ends', async () => {
    await shop.db.execute(sql`insert into audit_log (action, table_name, row_id) select 'counted', 'products', n::text from generate_series(1, 60) n`)
    const { page } = await shop.visitAsAdmin('phone')
    await shop.open(page, '/admin/audit?action=counted')
    const rows = page.locator('.audit tbody tr')
    await expect.poll(() => rows.count()).toBe(24)
    await page.getByRole('link', { name: 'Load more' }).click()
    await expect.poll(() => rows.count()).toBe(48)
    await page.getByRole('link', { name: 'Load more' }).click()
    await expect.poll(() => rows.count()).toBe(60)
    await expect.poll(() => page.getByRole('link', { name: 'Load more' }).count()).toBe(0)
    const ids = await rows.locator('.audit-record a').allTextContents()
    expect(new Set(ids).size).toBe(60)
  })
})

describe('data management', () => {
  it('clears after two questions and a third where buyers wait for shoes, and hands out what it cleared', async () => {
    const { page, who, expectComplaint } = await shop.visitAsAdmin('phone')
    await orderIn(shop, 'waiting_shipment')
    const paid = await orderIn(shop, 'awaiting_payment')
    const receipt = await tellPaid(paid.ctx, paid.attempt)
    await orderIn(shop, 'discarded')
    await debtor(shop)
    // Another admin is at it, somewhere, and gives up.
    const [begun, giveUp] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const another = shop.db.transaction(async (tx) => {
      await tx.execute(sql`set local idle_in_transaction_session_timeout = 0; set local transaction_timeout = 0`)
      await tx.execute(sql`lock table orders in exclusive mode`)
      begun.resolve()
      await giveUp.promise
    })
    // The lock waits for whatever the shop is writing: the page must not be asked before.
    await begun.promise
    await shop.open(page, '/admin/data')
    await page.getByText('Clearing is under way.').waitFor()
    expect(await page.getByRole('button', { name: 'Clear All User Data' }).count()).toBe(0)
    await examine(page, 'admin-clear-under-way')
    giveUp.resolve()
    await another
    await said(page, 'Failed to clear data. Please try again.')
    await page.getByRole('button', { name: 'Close message' }).click()
    await page.setViewportSize(sizes.phone)
    const count = page.locator('.sheet .stat', { hasText: 'Orders' }).locator('b')
    const before = await count.textContent()
    expect(Number(before)).toBeGreaterThan(0)
    const begin = page.getByRole('button', { name: 'Clear All User Data' }).first()
    const dialog = page.getByRole('dialog', { name: 'Clear All User Data' })
    const word = dialog.getByLabel('Type DELETE to clear everything')

    await begin.click()
    await dialog.getByText(`This clears ${before} orders`).waitFor()
    await dialog.getByText('It also wipes one debt of a deleted account, of KSh 1,088.').waitFor()
    await dialog.getByText('Their buyers wait for shoes').waitFor()
    await examine(page, 'admin-clear-ask')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await word.fill('delete')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await said(page, 'Data clearing cancelled - confirmation text did not match')
    await dialog.waitFor({ state: 'hidden' })
    expect(await count.textContent()).toBe(before)

    await begin.click()
    await dialog.getByText(/[\d,]+ orders of KSh [\d,]+ in all are paid and have not been shipped\./).waitFor()
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await word.fill('DELETE')
    await examine(page, 'admin-clear-type')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    const password = dialog.getByLabel('Your password')
    await expect.poll(() => password.evaluate((field) => field === document.activeElement)).toBe(true)
    await password.fill('not-this-one')
    expectComplaint(/403/)
    await dialog.getByRole('button', { name: 'Clear All User Data' }).click()
    await dialog.locator('.field').getByText('This is not the password of your account.').waitFor()
    await examine(page, 'admin-clear-who')
    expect(await count.textContent()).toBe(before)
    await password.fill(who.password)
    // The shop has no breath for it: that is said, and what was typed is sent again by itself.
    expectComplaint(/503/)
    let isBusy = true
    await page.route('**/admin/data.data**', (route) => {
      if (route.request().method() !== 'POST' || !isBusy) return route.fallback()
      isBusy = false
      return route.fulfill({ status: 503, body: 'busy' })
    })
    await dialog.getByRole('button', { name: 'Clear All User Data' }).click()
    await said(page, 'Failed to clear data. Please try again.')
    await said(page, `${Number(before).toLocaleString('en-KE')} orders were cleared; a snapshot is kept below.`)
    // No error of before stands beside it: the word that did not match, the wrong password, the shop that was busy.
    expect(await page.locator('.toast').allTextContents()).toEqual([expect.stringContaining('Data Cleared Successfully')])
    await dialog.waitFor({ state: 'hidden' })
    await expect.poll(() => count.textContent()).toBe('0')
    await expect.poll(() => card(page, 'Total Revenue').textContent()).toBe('KSh 0')

    await examine(page, 'admin-data')
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: /^Download the snapshot/ }).click()])
    const kept = JSON.parse(await readFile(await file.path(), 'utf8'))
    expect(kept.tables.orders).toHaveLength(Number(before))

    // What its buyer and an admin find later.
    await shop.open(page, `/admin/orders?search=${receipt}`)
    const remains = page.getByRole('region', { name: 'Payments of cleared orders' })
    for (const fact of [paid.id.slice(0, 8), receipt, 'KSh 4,500']) await remains.getByText(fact).waitFor()
    expect(await page.getByText('No orders found').count()).toBe(0)
    await examine(page, 'orders-cleared')
    await shop.open(page, `/admin/orders/${paid.id}`)
    await page.waitForURL(`**/admin/orders?search=${paid.id}`)
    await remains.getByText(receipt).waitFor()
    expectComplaint(/status of 410 .*order/)
    await shop.open(page, `/order/${paid.id}`)
    await heading(page, 'Order cleared').waitFor()
    await page.getByText('If you have paid for it, call +254 700 000 000').waitFor()
    await examine(page, 'order-cleared')
    await shop.open(page, '/admin/data')

    // An order that is paid while the questions stand there.
    await orderIn(shop, 'waiting_shipment')
    await begin.click()
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await word.fill('DELETE')
    expectComplaint(/409/)
    await dialog.getByRole('button', { name: 'Clear All User Data' }).click()
    await dialog.locator('form').getByText('One order of KSh 4,500 is paid and has not been shipped. Its buyer waits for shoes').waitFor()
    await password.fill(who.password)
    await dialog.getByRole('button', { name: 'Clear All User Data' }).click()
    await said(page, 'One order was cleared; a snapshot is kept below.')
    await dialog.waitFor({ state: 'hidden' })
    expect((await shop.db.execute(sql`select id from orders`)).rows).toEqual([])

    // An owner takes it back. What has changed since stands in the way of the older one.
    await shop.db.execute(sql`delete from product_size where product_id = ${paid.shoe.id}`)
    const check = page.getByRole('link', { name: /^Check whether the snapshot/ })
    await check.nth(1).click()
    await page.getByText('The product of 1 line, or its size, is gone.').waitFor()
    await examine(page, 'admin-snapshot-blocked')
    await page.getByRole('link', { name: 'Data Management' }).last().click()
    await check.first().click()
    await page.getByText('Nothing stands in its way.').waitFor()
    await examine(page, 'admin-snapshot')
    await page.getByRole('button', { name: 'Put it back' }).click()
    const back = page.getByRole('dialog', { name: 'Put this snapshot back?' })
    await examine(page, 'admin-snapshot-ask')
    await back.getByRole('button', { name: 'Put it back' }).click()
    await said(page, 'One order is back.')
    await page.getByText(/Put back on/).waitFor()
    expect((await shop.db.execute(sql`select status from orders`)).rows).toEqual([{ status: 'waiting_shipment' }])
  })
})
